import { chainOf } from './chains/registry.ts'
import type { Namespace } from './chains/registry.ts'

/**
 * Whether a transaction has a nonce: a number in the order of its sender. Elsewhere the number in
 * an API's answer has no meaning.
 */
export const hasNonce = (namespace: Namespace): boolean => chainOf(namespace).hasNonce
