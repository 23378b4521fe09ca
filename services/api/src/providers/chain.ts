import type { CheckedChain } from '../options.ts'
import type { Nodes } from './nodes.ts'

/** A chain that can be read: what the operator said about it, and its nodes. */
export type Chain = CheckedChain & { nodes: Nodes }
