/** The hashes of transactions on every chain. */
import { chainOf } from './chains/registry.ts'
import type { Namespace } from './chains/registry.ts'
import { namespaces } from './namespace.ts'

/** Whether a value has the shape of a transaction's hash in the namespace. */
export function isTransactionHash(value: unknown, namespace: Namespace): value is string {
  return chainOf(namespace).isTransactionHash(value)
}

/** Returns the key of a transaction's hash on any chain. Hashes are compared by their keys. */
export function transactionKey(hash: string): string {
  return namespaces.reduce((text, namespace) => chainOf(namespace).transactionKey(text), hash)
}

/** Whether two texts are the hash of the same transaction. */
export function isSameTransactionHash(first: string, second: string): boolean {
  return transactionKey(first) === transactionKey(second)
}
