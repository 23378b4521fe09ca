/** The forms of transaction hashes, by namespace. */
import type { Namespace } from './namespace.ts'

const anyForm = /^[0-9A-Za-z]{1,128}$/

const forms: { readonly [namespace in Namespace]?: RegExp } = {
  eip155: /^0x[0-9a-f]{64}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
}

/** Whether a value has the shape of a transaction's hash in the namespace. */
export function isTransactionHash(value: unknown, namespace: Namespace): value is string {
  return typeof value === 'string' && (forms[namespace] ?? anyForm).test(value)
}
