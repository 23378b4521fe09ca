import type { Devnet } from '../../readDevnet.ts'

/** A Solana chain to which the phone can send. `networkId` is a CAIP-2 id. */
export type SolanaChain = { networkId: string; name: string; rpcUrl: string }

/** Whether a network is a Solana network. */
export const isOfSolana = (networkId: string): boolean => networkId.startsWith('solana:')

/** The running Solana chains; the devnet has one, or none. */
export function solanaChainsOf({ networks }: Pick<Devnet, 'networks'>): readonly SolanaChain[] {
  return networks.filter(({ networkId }) => isOfSolana(networkId))
}
