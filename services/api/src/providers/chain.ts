import type { CheckedChain } from '../options.ts'
import type { Nodes } from './nodes.ts'

/** A chain that can be read: the operator's settings, and its nodes. */
export type Chain = CheckedChain & { nodes: Nodes }
