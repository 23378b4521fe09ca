/**
 * Reads the fields of nodes' answers that are hex. A block has thousands of them, so each is
 * checked by a loop over its characters, without the objects that a schema makes for each of its
 * steps.
 */
import { BorderError } from '@latchkey/protocol/border'
import type { Hex } from '../../../chainIndex/chainIndex.ts'

/** For each character code below 128: whether it is a hex digit. */
const digits = Array.from({ length: 128 }, (_, code) => /[0-9a-f]/i.test(String.fromCharCode(code)))

/** The error for a field with another shape. */
export function otherShape(field: string): BorderError {
  return new BorderError('shape', `Another shape at ${field}`)
}

/** Whether a value is `0x` and from `min` to `max` hex digits. */
function isHex(value: unknown, min: number, max: number): value is Hex {
  if (typeof value !== 'string' || value.length < 2 + min || value.length > 2 + max) return false
  if (!value.startsWith('0x') && !value.startsWith('0X')) return false
  for (let place = 2; place < value.length; place++)
    if (digits[value.charCodeAt(place)] !== true) return false
  return true
}

const lowerCase = (text: Hex) => text.toLowerCase() as Hex // it still begins with 0x

/** Reads hex of this number of digits, in lower case. @throws BorderError */
export function hexOf(value: unknown, count: number, field: string): Hex {
  if (!isHex(value, count, count)) throw otherShape(field)
  return lowerCase(value)
}

/** Reads whole bytes, in lower case. @throws BorderError */
export function bytesOf(value: unknown, field: string): Hex {
  if (!isHex(value, 0, Infinity) || value.length % 2 !== 0) throw otherShape(field)
  return lowerCase(value)
}

/** Reads a number with a maximum of hex digits. @throws BorderError */
export function bigOf(value: unknown, max: number, field: string): bigint {
  if (!isHex(value, 1, max)) throw otherShape(field)
  return BigInt(value)
}

/** Reads a number that fits into a double: a height, a time or a nonce. @throws BorderError */
export function smallOf(value: unknown, field: string): number {
  const number = isHex(value, 1, 16) ? Number(value) : NaN
  if (!Number.isSafeInteger(number)) throw otherShape(field)
  return number
}
