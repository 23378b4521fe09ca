import type { Namespace } from './namespace.ts'

/** Namespaces that number the transactions of a sender. */
const numbered: ReadonlySet<Namespace> = new Set(['eip155'])

/**
 * Whether a transaction has a place in the order of its sender: elsewhere the number that an API
 * gives says nothing.
 */
export const hasNonce = (namespace: Namespace): boolean => numbered.has(namespace)
