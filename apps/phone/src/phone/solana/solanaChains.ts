import type { Devnet } from '../../readDevnet.ts'

/** A Solana chain to which the phone can send. `networkId` is a CAIP-2 id. */
export type SolanaChain = { networkId: string; name: string; rpcUrl: string }

/** Whether a network is a Solana network. */
export const isOfSolana = (networkId: string): boolean => networkId.startsWith('solana:')

/** Returns the running Solana chains. The devnet has one or none. */
export function solanaChainsOf({ chains }: Devnet): readonly SolanaChain[] {
  return Object.entries(chains).flatMap(([networkId, rpcUrl]) =>
    isOfSolana(networkId) ? [{ networkId, name: 'Latchkey Solana', rpcUrl }] : [],
  )
}
