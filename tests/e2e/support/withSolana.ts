import { infoOf, solanaChain } from '../../../devnet/src/chains.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'

/** Adds a Solana chain, which runs in a process of its own, to the addresses of a devnet. */
export const withSolana = (
  known: Addresses,
  { networkId, url }: { networkId: string; url: string },
): Addresses => ({
  ...known,
  chains: { ...known.chains, [networkId]: url },
  networks: { ...known.networks, [networkId]: infoOf(solanaChain) },
})
