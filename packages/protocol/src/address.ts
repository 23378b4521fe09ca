/** The forms of addresses, by namespace. Code for no particular chain reads them from here. */
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
 * An address in groups of four characters, which people can compare. The beginning that all
 * addresses of the form share stays with the first group.
 */
export function addressGroups(address: string): readonly string[] {
  const [first = ''] = prefix.exec(address) ?? []
  const [head = '', ...rest] = address.slice(first.length).match(/.{1,4}/gs) ?? []
  return [first + head, ...rest]
}

/** Whether both are the same address. */
export function isSameAddress(first: string, second: string): boolean {
  return addressKey(first) === addressKey(second)
}

/** The namespaces whose accounts the API serves. docs/contracts/api.md#balance */
const served: readonly Namespace[] = ['eip155', 'solana']

/**
 * Whether the API serves balances, history and NFTs of this address: an address of EVM or Solana
 * networks, not of another namespace whose addresses look the same. docs/contracts/api.md#balance
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
