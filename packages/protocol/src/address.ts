/**
 * The forms of addresses, by namespace: all that code for no particular chain needs to know of
 * them.
 */
import { isEvmAddress } from './evmAddress.ts'
import type { Namespace } from './namespace.ts'
import { isSolanaAddress } from './solanaAddress.ts'

/** Whether a value can be an address in a namespace without a form of its own. Source: CAIP-10 */
const anyForm = (value: unknown): boolean =>
  typeof value === 'string' && /^[-.%a-zA-Z0-9]{1,128}$/.test(value)

const forms: { readonly [namespace in Namespace]?: (value: unknown) => boolean } = {
  eip155: isEvmAddress,
  solana: isSolanaAddress,
}

/** The beginning that all addresses of a form share. */
const prefix = /^0x/

/** Whether a value has the shape of an address of the namespace; its checksum is not checked. */
export function isAddress(value: unknown, namespace: Namespace): value is string {
  return (forms[namespace] ?? anyForm)(value)
}

/**
 * The spelling by which addresses are compared and stored: the case of EVM addresses does not
 * count, that of others does.
 */
export function addressKey(address: string): string {
  return isEvmAddress(address) ? address.toLowerCase() : address
}

/**
 * An address in groups of four, as people compare it; the beginning that all share stays with the
 * first group.
 */
export function addressGroups(address: string): readonly string[] {
  const [first = ''] = prefix.exec(address) ?? []
  const [head = '', ...rest] = address.slice(first.length).match(/.{1,4}/gs) ?? []
  return [first + head, ...rest]
}

/** Whether both are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other)
}

/** The namespaces whose accounts the API serves. API contract, sections 4 and 5 */
const served: readonly Namespace[] = ['eip155', 'solana']

/**
 * Whether the API serves balances, history and NFTs of this address: an address of EVM or Solana
 * networks, not of another namespace whose addresses look the same. API contract, sections 1 to 6
 */
export function isServedAddress(address: unknown, namespace: Namespace): address is string {
  return served.includes(namespace) && isAddress(address, namespace)
}

/**
 * The namespace of an address that the API serves; undefined for any other text. No text is an
 * address of two of them: `0` is no digit of base58.
 */
export function servedNamespaceOf(address: unknown): 'eip155' | 'solana' | undefined {
  return isEvmAddress(address) ? 'eip155' : isSolanaAddress(address) ? 'solana' : undefined
}
