/** The forms of addresses, by namespace: what every part that is not of one chain needs to know of them. */
import { isEvmAddress } from './evmAddress.ts'
import type { Namespace } from './namespace.ts'

/** What an address of a namespace without a form of its own may be. Source: CAIP-10 */
const anyForm = (value: unknown): boolean => typeof value === 'string' && /^[-.%a-zA-Z0-9]{1,128}$/.test(value)

const forms: { readonly [namespace in Namespace]?: (value: unknown) => boolean } = { eip155: isEvmAddress }

/** What the addresses of a form begin with, which tells nobody anything. */
const prefix = /^0x/

/** Whether a value has the shape of an address of the namespace; its checksum is not looked at. */
export function isAddress(value: unknown, namespace: Namespace): value is string {
  return (forms[namespace] ?? anyForm)(value)
}

/** The spelling by which addresses are compared and kept: EVM addresses say the same in any case, others do not. */
export function addressKey(address: string): string {
  return isEvmAddress(address) ? address.toLowerCase() : address
}

/** An address in groups of four, as people compare it; what all of its form begin with stays with the first. */
export function addressGroups(address: string): readonly string[] {
  const [first = ''] = prefix.exec(address) ?? []
  const [head = '', ...rest] = address.slice(first.length).match(/.{1,4}/gs) ?? []
  return [first + head, ...rest]
}

/** Whether both are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other)
}

/** An address that the API's account endpoints take. */
export type ServedAddress = `0x${string}`

/** Whether the API keeps balances, history and NFTs of accounts with such an address of that namespace: those of EVM networks, not of another whose addresses look the same. API contract, sections 1 to 6 */
export function isServedAddress(address: unknown, namespace: Namespace): address is ServedAddress {
  return namespace === 'eip155' && isEvmAddress(address)
}
