import type { RelayErrorTag } from '@latchkey/protocol/relay'
import { relayLowestId } from '@latchkey/protocol/relay'
import { rawIdIn } from './rawId.ts'

/** `id` is JSON, to be put into the answer as it is; `name` the same without quotes. */
export type Request = { kind: 'request'; id: string; name: string; method: string; params: unknown }
export type Frame = Request | { kind: 'acknowledgement'; id: number } | { kind: 'flaw'; id: string; tag: RelayErrorTag }

/** Reads one text frame: a request, or the answer to a push. relay 3 */
export function readFrame(text: string): Frame {
  const frame = parse(text)
  if (frame === undefined) return { kind: 'flaw', id: '0', tag: 'Serialization' }
  if (typeof frame.method !== 'string' && ('result' in frame || 'error' in frame)) return { kind: 'acknowledgement', id: Number(String(frame.id).replace(/n$/, '')) }
  const name = nameOf(frame.id, text)
  if (name === undefined) return { kind: 'flaw', id: '0', tag: 'InvalidRequestId' }
  const id = typeof frame.id === 'string' ? `"${name}"` : name
  if (frame.jsonrpc !== '2.0') return { kind: 'flaw', id, tag: 'InvalidJsonRpcVersion' }
  if (typeof frame.method !== 'string') return { kind: 'flaw', id, tag: 'InvalidMethod' }
  return { kind: 'request', id, name, method: frame.method, params: frame.params }
}

type Members = { id?: unknown; jsonrpc?: unknown; method?: unknown; params?: unknown }

function parse(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined // answered as what it is
  }
}

/** Digits of a number or a text of digits, not too low; undefined for anything else. */
function nameOf(id: unknown, text: string): string | undefined {
  const digits = typeof id === 'number' ? rawIdIn(text) : id
  return typeof digits === 'string' && /^\d{1,32}n?$/.test(digits) && Number.parseFloat(digits) >= relayLowestId ? digits : undefined
}
