import type { Devnet } from '../../readDevnet.ts'

/** A Solana chain that the phone can send to. `networkId`: CAIP-2. */
export type SolanaChain = { networkId: string; name: string; rpcUrl: string }

/** Whether a network is one of Solana's. */
export const isOfSolana = (networkId: string): boolean => networkId.startsWith('solana:')

/** The running Solana chains; the devnet has one, or none. */
export function solanaChainsOf({ networks }: Pick<Devnet, 'networks'>): readonly SolanaChain[] {
  return networks.filter(({ networkId }) => isOfSolana(networkId))
}
