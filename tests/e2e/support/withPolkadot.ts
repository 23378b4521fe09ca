import { infoOf, polkadotChain } from '../../../devnet/src/chains.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'

/** Adds a Polkadot chain to the addresses of a devnet. `url`: its node. */
export const withPolkadot = (known: Addresses, { url }: { url: string }): Addresses => ({
  ...known,
  chains: { ...known.chains, [polkadotChain.networkId]: url },
  networks: { ...known.networks, [polkadotChain.networkId]: infoOf(polkadotChain) },
})
