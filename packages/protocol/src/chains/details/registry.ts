/** The details of each kind of chain, one line each. */
import type { Namespace } from '../registry.ts'
import { bitcoinDetails } from './bitcoin.ts'
import type { ChainDetails } from './ChainDetails.ts'
import { evmDetails } from './evm.ts'
import { polkadotDetails } from './polkadot.ts'
import { solanaDetails } from './solana.ts'

const details: Readonly<Record<Namespace, ChainDetails>> = {
  eip155: evmDetails,
  solana: solanaDetails,
  polkadot: polkadotDetails,
  bip122: bitcoinDetails,
}

/** The details of a namespace's chains. */
export const detailsOf = (namespace: Namespace): ChainDetails => details[namespace]
