/** The record of the addresses of an account of the e-mail wallet. */
import * as v from 'valibot'
import { chainOf } from './chains/registry.ts'
import { signInFormsOf } from './chains/signInForms.ts'
import { isRecord } from './isObject.ts'
import { defaultNamespace, embeddedNamespaces } from './namespace.ts'
import type { EmbeddedNamespace } from './namespace.ts'

/**
 * The addresses of an account, one a namespace. The one of `eip155` names the account and is always
 * there. Another is missing in a record that was written before the wallet had its namespace: the
 * wallet adds it when it has the keys. docs/contracts/wallet-server.md#addresses
 */
export type WalletAddresses = { readonly eip155: string } & {
  readonly [namespace in EmbeddedNamespace]?: string
}

const entries = Object.fromEntries(
  embeddedNamespaces.map((namespace) => {
    const form = v.pipe(v.string(), v.regex(signInFormsOf(namespace).address))
    return [namespace, namespace === defaultNamespace ? form : v.optional(form)]
  }),
)

/** The form of a record. Namespaces that this version does not have are left out. */
// one entry a namespace of the wallet
export const walletAddresses = v.object(entries) as unknown as v.GenericSchema<WalletAddresses>

/** The layout of stored records that this version writes and reads. */
const layout = 1

/**
 * A record from a store. A record without `version` has the first layout, which names each
 * namespace: a namespace more changes no stored record. A later layout names its version.
 * @returns undefined for a layout of a later version, and for any other value
 */
export function readAddresses(stored: unknown): WalletAddresses | undefined {
  if (!isRecord(stored) || (stored['version'] ?? layout) !== layout) return undefined
  const read = v.safeParse(walletAddresses, stored)
  return read.success ? read.output : undefined
}

/** Whether a record has an address in each namespace of this version. */
export const isComplete = (addresses: WalletAddresses): boolean =>
  embeddedNamespaces.every((namespace) => addresses[namespace] !== undefined)

/**
 * Whether two records are of one account: the addresses of the namespaces that both have are the
 * same.
 */
export function isSameRecord(first: WalletAddresses, second: WalletAddresses): boolean {
  return embeddedNamespaces.every((namespace) => {
    const [address, other] = [first[namespace], second[namespace]]
    const { addressKey } = chainOf(namespace)
    return address === undefined || other === undefined || addressKey(address) === addressKey(other)
  })
}
