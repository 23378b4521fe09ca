import { bitcoinChain, infoOf } from '../../../devnet/src/chains.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'

/** Adds a Bitcoin chain to the addresses of a devnet. `url`: its Esplora. */
export const withBitcoin = (known: Addresses, { url }: { url: string }): Addresses => ({
  ...known,
  chains: { ...known.chains, [bitcoinChain.networkId]: url },
  networks: { ...known.networks, [bitcoinChain.networkId]: infoOf(bitcoinChain) },
})
