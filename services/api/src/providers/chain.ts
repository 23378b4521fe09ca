import type { CheckedEvmChain, CheckedSolanaChain } from '../options.ts'
import type { Nodes } from './nodes.ts'

/** An EVM chain that can be read: the operator's settings, and its nodes. */
export type EvmChain = CheckedEvmChain & { nodes: Nodes }
/** A Solana chain that can be read. */
export type SolanaChain = CheckedSolanaChain & { nodes: Nodes }
/** A chain of either namespace. */
export type Chain = EvmChain | SolanaChain
