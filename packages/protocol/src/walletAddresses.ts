/** The stored record of the addresses that an account of the e-mail wallet has. */
import * as v from 'valibot'
import { bitcoinKeysForm } from './chains/bitcoinKeys.ts'
import { chainOf } from './chains/registry.ts'
import { signInFormsOf } from './chains/signInForms.ts'
import { isRecord } from './isObject.ts'
import { defaultNamespace, embeddedNamespaces } from './namespace.ts'
import type { EmbeddedNamespace } from './namespace.ts'

/**
 * The addresses of an account, one in each namespace. The address of `eip155` identifies the
 * account and is always there. Another may be missing in a record that is older than the wallet's
 * support for its namespace. The wallet adds it when it has the keys.
 *
 * On Bitcoin an account has two addresses, which differ by network. The record has their public
 * keys instead (`writeBitcoinKeys`): `bip122` for the main network, `bip122Test` for the test
 * networks. On Polkadot's networks an account has one key, which each network spells in its own
 * way. The record has its address with the generic prefix.
 * docs/contracts/wallet-server.md#addresses
 */
export type WalletAddresses = { readonly eip155: string } & {
  readonly [name in EntryName]?: string
}
type EntryName = EmbeddedNamespace | 'bip122Test'

/** The names of a record's entries, each with the namespace to which it belongs. */
const namespaceOfEntry = new Map<EntryName, EmbeddedNamespace>([
  ...embeddedNamespaces.map((namespace) => [namespace, namespace] as const),
  ['bip122Test', 'bip122'],
])
const entryNames = [...namespaceOfEntry.keys()]

/**
 * The form of an entry that has public keys, not an address. An address of Solana is accepted in
 * the form of the first version, because records of that version must stay valid.
 */
const ownForms: { readonly [namespace in EmbeddedNamespace]?: RegExp } = {
  bip122: bitcoinKeysForm,
  solana: signInFormsOf('solana').address,
}

const entries = Object.fromEntries(
  [...namespaceOfEntry].map(([name, namespace]) => {
    const form = ownForms[namespace]
    const isEntry = form ? (text: string) => form.test(text) : chainOf(namespace).isAddress
    const entry = v.pipe(v.string(), v.check(isEntry))
    return [name, name === defaultNamespace ? entry : v.optional(entry)]
  }),
)

/** The layout of the records that this version reads and writes. */
const layout = 1

/**
 * The schema of a record. Namespaces that are unknown to this version are ignored; a record of a
 * later layout is refused.
 */
// the cast is safe, because `entries` has all entries of the type
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

/** Whether a record has every entry of this version. */
export const isComplete = (addresses: WalletAddresses): boolean =>
  entryNames.every((name) => addresses[name] !== undefined)

/**
 * Whether two records belong to the same account: the entries that both have are equal.
 */
export function isSameRecord(first: WalletAddresses, second: WalletAddresses): boolean {
  return [...namespaceOfEntry].every(([name, namespace]) => {
    const [address, other] = [first[name], second[name]]
    const { addressKey } = chainOf(namespace)
    return address === undefined || other === undefined || addressKey(address) === addressKey(other)
  })
}

/** Whether an entry of a record is this text, in any spelling. */
export const hasEntry = (addresses: WalletAddresses, text: string): boolean =>
  [...namespaceOfEntry].some(([name, namespace]) => {
    const { addressKey } = chainOf(namespace)
    const entry = addresses[name]
    return entry !== undefined && addressKey(entry) === addressKey(text)
  })
