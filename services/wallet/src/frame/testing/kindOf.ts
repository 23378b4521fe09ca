import type { Network } from '../wallet/network.ts'
import type { Effect } from '../approve/decode/Effect.ts'
import { describeEffect } from '../approve/transaction/describeEffect.ts'
import { messages } from '../approve/transaction/messages.ts'
import { describeSigned } from '../approve/typedData/describeSigned.ts'
import { kindOfTypedData } from '../approve/typedData/kindOfTypedData.ts'
import { messages as signed } from '../approve/typedData/messages.ts'
import { readTypedData } from '../approve/typedData/readTypedData.ts'

/**
 * Test addresses: a token, the signing account, another account, the domain's contract, a
 * collection; and Permit2.
 */
export const [token, own, other, contract, nft] = ['1', '2', '3', '4', '5'].map(
  (digit) => `0x${digit.repeat(40)}`,
) as [string, string, string, string, string]
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const at = { account: own, networkId: 'eip155:1' }

/** The network of the wallet. */
export const network: Network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
}

/** An effect in English words. */
export const describe = (effect: Effect) =>
  describeEffect(effect, {
    account: own,
    network,
    value: 0n,
    tokens: new Map(),
    words: messages.texts,
    locale: 'en',
    describeSigned: (one, options) => describeSigned(one, { ...options, signed: signed.texts }),
  })

/** The structs of typed data in the form that a site writes. */
export type Types = Record<string, { name: string; type: string }[]>

/** The structs of a text in the notation of EIP-712. */
export function typesOf(text: string): { primaryType: string; types: Types } {
  const structs = [...text.matchAll(/(\w+)\(([^)]*)\)/g)].map(
    ([, name = '', members = '']): [string, { name: string; type: string }[]] => [
      name,
      members
        .split(',')
        .filter(Boolean)
        .map((member) => ({ type: member.split(' ')[0] ?? '', name: member.split(' ')[1] ?? '' })),
    ],
  )
  return { primaryType: structs[0]?.[0] ?? '', types: Object.fromEntries(structs) }
}

/**
 * A message of a type: zeros and the account's own address, except for the given values.
 */
export function messageOf(
  types: Types,
  type: string,
  given: Record<string, unknown> = {},
): unknown {
  if (type.endsWith('[2]')) return [0, 1].map(() => messageOf(types, type.slice(0, -3), given))
  if (type.endsWith('[]')) return [messageOf(types, type.slice(0, -2), given)]
  if (types[type])
    return Object.fromEntries(
      types[type].map((member) => [
        member.name,
        given[member.name] ?? messageOf(types, member.type, given),
      ]),
    )
  if (type === 'address') return own
  if (type === 'string') return ''
  if (type === 'bool') return true
  if (type === 'bytes') return '0x'
  return type.startsWith('bytes') ? `0x${'00'.repeat(Number(type.slice(5)))}` : '1'
}

/** Changes to the default message, domain and types. */
export type Change = {
  message?: Record<string, unknown>
  domain?: object
  types?: (types: Types) => Types
  primaryType?: string
}
/** Typed data with the types in `text`, read by the wallet. */
function read(
  text: string,
  { message = {}, domain = {}, types: changed = (types) => types, primaryType: named }: Change = {},
) {
  const { primaryType, types } = typesOf(text)
  const all = changed(types)
  const name = named ?? primaryType
  return readTypedData({
    domain: { name: 'A', version: '1', chainId: 1, verifyingContract: contract, ...domain },
    types: all,
    primaryType: name,
    message: messageOf(all, name, message),
  })
}
/** The kind of typed data with the types in `text`. */
export const kindOf = (text: string, change?: Change) => kindOfTypedData(read(text, change), at)
