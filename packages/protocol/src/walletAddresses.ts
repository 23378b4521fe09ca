/** The stored record of the addresses that an account of the e-mail wallet has. */
import * as v from 'valibot'
import { chainOf } from './chains/registry.ts'
import { signInFormsOf } from './chains/signInForms.ts'
import { isRecord } from './isObject.ts'
import { defaultNamespace, embeddedNamespaces } from './namespace.ts'
import type { EmbeddedNamespace } from './namespace.ts'

/**
 * The addresses of an account, one in each namespace. The address of `eip155` identifies the
 * account and is always there. Another may be missing in a record that is older than the wallet's
 * support for its namespace. The wallet adds it when it has the keys.
 * docs/contracts/wallet-server.md#addresses
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

/** The layout of the records that this version reads and writes. */
const layout = 1

/**
 * The schema of a record. Namespaces that are unknown to this version are ignored; a record of a
 * later layout is refused.
 */
// the cast is safe, because `entries` has an entry for each namespace of the wallet
export const walletAddresses = v.pipe(
  v.unknown(),
  v.check((record) => !isRecord(record) || (record['version'] ?? layout) === layout),
  v.object(entries),
) as unknown as v.GenericSchema<WalletAddresses>

/**
 * Reads a stored record. A record without `version` has the first layout: its keys are the
 * namespaces, so stored records stay valid when a namespace is added. A later layout contains its
 * version.
 * @returns undefined if the value is not a valid record, or has a later layout
 */
export function readAddresses(stored: unknown): WalletAddresses | undefined {
  const read = v.safeParse(walletAddresses, stored)
  return read.success ? read.output : undefined
}

/** Whether a record has an address in every namespace of this version. */
export const isComplete = (addresses: WalletAddresses): boolean =>
  embeddedNamespaces.every((namespace) => addresses[namespace] !== undefined)

/**
 * Whether two records belong to the same account: in each namespace that both have, their addresses
 * are equal.
 */
export function isSameRecord(first: WalletAddresses, second: WalletAddresses): boolean {
  return embeddedNamespaces.every((namespace) => {
    const [address, other] = [first[namespace], second[namespace]]
    const { addressKey } = chainOf(namespace)
    return address === undefined || other === undefined || addressKey(address) === addressKey(other)
  })
}
