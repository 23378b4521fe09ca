import { isObject } from '@latchkey/protocol/isObject'
import type { Address, Effect } from '../decode/Effect.ts'
import { numberOf } from './readTypedData.ts'
import type { TypedData } from './readTypedData.ts'

/** What DAI's permit allows: everything, or nothing. */
const everything = (1n << 256n) - 1n

/**
 * What a permit allows: a signature with which another may take tokens, without a transaction of the account. Undefined for other typed data.
 * Standards: ERC-2612, DAI, Permit2 (AllowanceTransfer, SignatureTransfer)
 */
export function readPermit({ domain, primaryType, message }: TypedData): readonly Effect[] | undefined {
  try {
    if (primaryType === 'Permit') return [readTokenPermit(addressOf(domain.verifyingContract), message)]
    if (primaryType.startsWith('PermitSingle')) return [readDetails(message['details'], addressOf(message['spender']))]
    if (/^PermitBatch(?!Transfer|Witness)/.test(primaryType)) return listOf(message['details']).map((details) => readDetails(details, addressOf(message['spender'])))
    if (/^Permit(Witness)?TransferFrom/.test(primaryType)) return [readTransfer(message['permitted'], message)]
    if (/^PermitBatch(Witness)?TransferFrom/.test(primaryType)) return listOf(message['permitted']).map((permitted) => readTransfer(permitted, message))
    return undefined
  } catch (error) {
    if (error instanceof NotThatError) return undefined
    throw error
  }
}

/** The data is not that of a permit. */
class NotThatError extends Error {}

function readTokenPermit(token: Address, message: Record<string, unknown>): Effect {
  const isDai = 'allowed' in message
  const amount = isDai ? (message['allowed'] === true ? everything : 0n) : numberIn(message['value'])
  const until = numberIn(isDai ? message['expiry'] : message['deadline'])
  return { kind: 'allow', token, spender: addressOf(message['spender']), amount, ...(isDai ? {} : { until }) }
}

function readDetails(details: unknown, spender: Address): Effect {
  if (!isObject(details)) throw new NotThatError()
  return { kind: 'allow', token: addressOf(details['token']), spender, amount: numberIn(details['amount']), until: numberIn(details['expiration']) }
}

function readTransfer(permitted: unknown, message: Record<string, unknown>): Effect {
  if (!isObject(permitted)) throw new NotThatError()
  return { kind: 'allow', token: addressOf(permitted['token']), spender: addressOf(message['spender']), amount: numberIn(permitted['amount']), until: numberIn(message['deadline']) }
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw new NotThatError()
  return value
}

function addressOf(value: unknown): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new NotThatError()
  return `0x${value.slice(2).toLowerCase()}`
}

function numberIn(value: unknown): bigint {
  if (value === undefined) throw new NotThatError()
  return numberOf(value)
}
