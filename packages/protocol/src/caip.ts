/**
 * The ids of networks and accounts. They are parsed once, where they enter the program, and trusted
 * afterwards. CAIP-2, CAIP-10; docs/contracts/product.md#identifiers
 */
import { accountId as accountIdLength } from './counts.ts'
import { chainOf } from './chains/registry.ts'
import { isNamespace } from './namespace.ts'
import type { Namespace } from './namespace.ts'

declare const brand: unique symbol
/** Marks texts that were parsed. An interface, so that types which are inferred can name it. */
export interface Brand<name extends string> {
  readonly [brand]: name
}
type Branded<name extends string> = string & Brand<name>

/** CAIP-2 network id, `namespace:reference`, for example `eip155:1`. */
export type NetworkId = Branded<'NetworkId'>
/** CAIP-10 account id, `namespace:reference:address`. */
export type AccountId = Branded<'AccountId'>

/**
 * Thrown for a malformed id of any kind, with the same sentence: docs/contracts/product.md#errors
 */
export class InvalidCaipError extends Error {
  override readonly name = 'InvalidCaipError'
  constructor() {
    super('Invalid CAIP Address')
  }
}

const address = /^[-.%a-zA-Z0-9]{1,128}$/

/**
 * Splits a network id into its two parts.
 * @throws InvalidCaipError if there are not exactly two parts, the namespace is unknown, or the
 *   reference is malformed
 */
export function parseNetworkId(value: unknown): {
  namespace: Namespace
  reference: string
  networkId: NetworkId
} {
  const parts = split(value, 2)
  // checked by `split`
  return { namespace: parts.namespace, reference: parts.reference, networkId: value as NetworkId }
}

/**
 * Splits an account id into its three parts.
 * @throws InvalidCaipError if there are not exactly three parts, or a part is malformed
 */
export function parseAccountId(value: unknown): {
  namespace: Namespace
  reference: string
  networkId: NetworkId
  address: string
  accountId: AccountId
} {
  const parts = split(value, 3)
  return {
    namespace: parts.namespace,
    reference: parts.reference,
    networkId: `${parts.namespace}:${parts.reference}` as NetworkId, // checked by `split`
    address: parts.address ?? '',
    accountId: value as AccountId, // checked by `split`
  }
}

function split(value: unknown, count: 2 | 3) {
  const parts = typeof value === 'string' && value.length <= accountIdLength ? value.split(':') : []
  const [namespace = '', chain = '', account] = parts
  if (parts.length !== count || !isNamespace(namespace)) throw new InvalidCaipError()
  if (!chainOf(namespace).reference.test(chain)) throw new InvalidCaipError()
  if (count === 3 && !address.test(account ?? '')) throw new InvalidCaipError()
  return { namespace, reference: chain, address: account }
}

/** Joins `eip155` and `1` to `eip155:1`. @throws InvalidCaipError */
export function formatNetworkId(namespace: Namespace, chain: string | number): NetworkId {
  return parseNetworkId(`${namespace}:${chain}`).networkId
}

/** Joins a network id and an address. @throws InvalidCaipError */
export function formatAccountId(networkId: NetworkId, account: string): AccountId {
  return parseAccountId(`${networkId}:${account}`).accountId
}

/** Whether a value is a CAIP-2 network id. */
export function isNetworkId(value: unknown): value is NetworkId {
  return is(parseNetworkId, value)
}

/** Whether a value is a CAIP-10 account id. */
export function isAccountId(value: unknown): value is AccountId {
  return is(parseAccountId, value)
}

function is(parse: (value: unknown) => unknown, value: unknown): boolean {
  try {
    parse(value)
    return true
  } catch (error) {
    if (error instanceof InvalidCaipError) return false
    throw error
  }
}
