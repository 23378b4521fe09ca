import { infoOf, solanaChain } from '../../../devnet/src/chains.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'

/** The addresses of a devnet, with a Solana chain of its own process added. */
export const withSolana = (
  known: Addresses,
  { networkId, url }: { networkId: string; url: string },
): Addresses => ({
  ...known,
  chains: { ...known.chains, [networkId]: url },
  networks: { ...known.networks, [networkId]: infoOf(solanaChain) },
})
