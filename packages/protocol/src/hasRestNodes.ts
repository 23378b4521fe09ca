import { chainOf } from './chains/registry.ts'
import type { Namespace } from './chains/registry.ts'

/** Whether the nodes of a kind of chain answer requests by paths (REST), in place of JSON-RPC. */
export const hasRestNodes = (namespace: Namespace): boolean => chainOf(namespace).hasRestNodes
