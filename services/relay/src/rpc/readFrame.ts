import { isRecord } from '@latchkey/protocol/isObject'
import { BorderError, readJson } from '@latchkey/protocol/border'
import { relayLowestId, type RelayErrorTag } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { rawIdIn } from './rawId.ts'

/**
 * A request. `id` is the JSON that the answer repeats unchanged. `name` is the same id without
 * quotes.
 */
export type Request = { kind: 'request'; id: string; name: string; method: string; params: unknown }
export type Frame =
  | Request
  | { kind: 'acknowledgement'; id: number }
  | { kind: 'flaw'; id: string; tag: RelayErrorTag }

/** Members of any type. The code checks each before it uses it. */
type Members = { [name: string]: unknown }
const frameLimits = { bytes: limits.frame.received, ...limits.json }
/**
 * The id of a push in an acknowledgement. Clients that use bigint append `n`.
 * docs/contracts/relay.md#envelope
 */
const pushId = /^\d{1,16}n?$/

/**
 * Reads a text frame: a request, or a client's answer to a push. docs/contracts/relay.md#envelope
 */
export function readFrame(text: string): Frame {
  const frame = read(text)
  if (frame === undefined) return { kind: 'flaw', id: '0', tag: 'Serialization' }
  const { id: given, jsonrpc, method, params } = frame
  if (typeof method !== 'string' && ('result' in frame || 'error' in frame))
    return readAcknowledgement(given)
  const name = nameOf(given, text)
  if (name === undefined) return { kind: 'flaw', id: '0', tag: 'InvalidRequestId' }
  const id = typeof given === 'string' ? `"${name}"` : name
  if (jsonrpc !== '2.0') return { kind: 'flaw', id, tag: 'InvalidJsonRpcVersion' }
  if (typeof method !== 'string') return { kind: 'flaw', id, tag: 'InvalidMethod' }
  return { kind: 'request', id, name, method, params }
}

function read(text: string): Members | undefined {
  try {
    const value = readJson(text, frameLimits)
    return isRecord(value) ? value : undefined
  } catch (error) {
    // the caller answers with the tag `Serialization`
    if (error instanceof BorderError) return undefined
    throw error
  }
}

/** Reads an acknowledgement. If the id is not the id of a push, nothing is acknowledged. */
function readAcknowledgement(id: unknown): Frame {
  const read = typeof id === 'string' && pushId.test(id) ? Number.parseInt(id, 10) : id
  return {
    kind: 'acknowledgement',
    id: typeof read === 'number' && read >= 0 && Number.isSafeInteger(read) ? read : Number.NaN,
  }
}

/**
 * The digits of an id that is a number or a text of digits. Undefined for any other value, and for
 * an id that is too small.
 */
function nameOf(id: unknown, text: string): string | undefined {
  const digits = typeof id === 'number' ? rawIdIn(text) : id
  return typeof digits === 'string' &&
    /^\d{1,32}n?$/.test(digits) &&
    Number.parseFloat(digits) >= relayLowestId
    ? digits
    : undefined
}
