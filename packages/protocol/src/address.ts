/** The addresses of any chain. Their forms are in `chains/<namespace>.ts`. */
import { chainOf } from './chains/registry.ts'
import type { Namespace, ServedNamespace } from './chains/registry.ts'
import { isNamespace, namespaces } from './namespace.ts'

/** Whether a value has the shape of an address of the namespace; its checksum is not checked. */
export function isAddress(value: unknown, namespace: Namespace): value is string {
  return chainOf(namespace).isAddress(value)
}

/**
 * The key of an address: the spelling by which addresses are compared and stored. It takes the id
 * of an account (CAIP-10) or an address alone. Two spellings of one address have one key. The key
 * of an id is that of its address, without the network.
 */
export function addressKey(account: string): string {
  const [namespace = '', , address] = account.split(':', 3)
  return address !== undefined && isNamespace(namespace)
    ? chainOf(namespace).addressKey(address)
    : keyOfAddress(account)
}

/** The key of an address of unknown namespace. A text in no known form is its own key. */
function keyOfAddress(address: string): string {
  return namespaces.reduce((text, each) => chainOf(each).addressKey(text), address)
}

/**
 * The key of an id of an account or token (CAIP-10), by which ids are compared and stored: the
 * network, and the key of the address.
 */
export function accountKey(accountId: string): string {
  const end = accountId.lastIndexOf(':') + 1
  const [namespace = ''] = accountId.split(':', 1)
  const address = accountId.slice(end)
  const key = isNamespace(namespace)
    ? chainOf(namespace).addressKey(address)
    : keyOfAddress(address)
  return accountId.slice(0, end) + key
}

/**
 * An address in groups of four characters, which people can compare. A prefix that all addresses of
 * the form share stays with the first group.
 */
export function addressGroups(address: string): readonly string[] {
  const prefixes = namespaces.map((namespace) => chainOf(namespace).addressPrefix)
  const prefix = prefixes.find((text) => text !== '' && address.startsWith(text)) ?? ''
  const [head = '', ...rest] = address.slice(prefix.length).match(/.{1,4}/gs) ?? []
  return [prefix + head, ...rest]
}

/** Whether both are the same address. The id of an account is not an address. */
export function isSameAddress(first: string, second: string): boolean {
  return keyOfAddress(first) === keyOfAddress(second)
}

/** Whether both are the id of the same account or token. CAIP-10 */
export function isSameAccount(first: string, second: string): boolean {
  return accountKey(first) === accountKey(second)
}

/**
 * Whether the API serves balances, history and NFTs of this address: an address of EVM or Solana
 * networks, not of another namespace with similar addresses. docs/contracts/api.md#balance
 */
export function isServedAddress(address: unknown, namespace: Namespace): address is string {
  return chainOf(namespace).isServed && isAddress(address, namespace)
}

/**
 * The namespace of an address that the API serves; undefined for any other text. No text is an
 * address of both, because `0` is not a digit of base58.
 */
export function servedNamespaceOf(address: unknown): ServedNamespace | undefined {
  return namespaces.find((namespace): namespace is ServedNamespace =>
    isServedAddress(address, namespace),
  )
}
