import type { Namespace } from './namespace.ts'

/** Namespaces that number the transactions of a sender. */
const numbered: ReadonlySet<Namespace> = new Set(['eip155'])

/**
 * Whether a transaction has a number in the order of its sender. Elsewhere the number in an API's
 * answer has no meaning.
 */
export const hasNonce = (namespace: Namespace): boolean => numbered.has(namespace)
