import { chainOf } from './chains/registry.ts'
import type { Namespace } from './chains/registry.ts'

/**
 * Whether a transaction has a nonce: a number that counts the transactions of its sender. If not,
 * the nonce in an API's answer has no meaning.
 */
export const hasNonce = (namespace: Namespace): boolean => chainOf(namespace).hasNonce
