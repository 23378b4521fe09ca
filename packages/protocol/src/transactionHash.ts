/** The hashes of transactions of any chain. */
import { chainOf } from './chains/registry.ts'
import type { Namespace } from './chains/registry.ts'
import { namespaces } from './namespace.ts'

/** Whether a value has the shape of a transaction's hash in the namespace. */
export function isTransactionHash(value: unknown, namespace: Namespace): value is string {
  return chainOf(namespace).isTransactionHash(value)
}

/** The key of a transaction's hash, by which hashes are compared on any chain. */
export function transactionKey(hash: string): string {
  return namespaces.reduce((text, namespace) => chainOf(namespace).transactionKey(text), hash)
}

/** Whether both are the hash of one transaction. */
export function isSameTransactionHash(first: string, second: string): boolean {
  return transactionKey(first) === transactionKey(second)
}
