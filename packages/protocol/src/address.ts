/** The addresses of every chain. `chains/<namespace>.ts` defines their forms. */
import { chainOf } from './chains/registry.ts'
import type { Namespace } from './chains/registry.ts'
import { isNamespace, namespaces } from './namespace.ts'

/** Whether a value has the shape of an address of the namespace; its checksum is not checked. */
export function isAddress(value: unknown, namespace: Namespace): value is string {
  return chainOf(namespace).isAddress(value)
}

/**
 * Returns the key of an address: the spelling by which addresses are compared and stored. Two
 * spellings of one address have the same key. The text may be an address, or the CAIP-10 id of an
 * account; the network of an id is ignored.
 */
export function addressKey(account: string): string {
  const [namespace = '', , address] = account.split(':', 3)
  return address !== undefined && isNamespace(namespace)
    ? chainOf(namespace).addressKey(address)
    : keyOfAddress(account)
}

/**
 * Returns the key of an address whose namespace is unknown. A text in no known form is its own key.
 */
function keyOfAddress(address: string): string {
  return namespaces.reduce((text, each) => chainOf(each).addressKey(text), address)
}

/**
 * Returns the key of a CAIP-10 id of an account or a token, by which ids are compared and stored:
 * the network, and the key of the address.
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

/** Whether two texts are the same address. An account's id is not an address. */
export function isSameAddress(first: string, second: string): boolean {
  return keyOfAddress(first) === keyOfAddress(second)
}

/** Whether two CAIP-10 ids are the same account or token. */
export function isSameAccount(first: string, second: string): boolean {
  return accountKey(first) === accountKey(second)
}

/**
 * Whether the API serves balances and history of this address. It does so on EVM networks, on
 * Solana and on Bitcoin, and not in other namespaces whose addresses look alike.
 * docs/contracts/api.md#balance
 */
export function isServedAddress(address: unknown, namespace: Namespace): address is string {
  return chainOf(namespace).isServed && isAddress(address, namespace)
}
