/** Schemas for parts of other services' answers. */
import * as v from 'valibot'
import type { Hex } from '../../../chainIndex/chainIndex.ts'

const hexOf = (digits: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^0x[0-9a-f]{${digits}}$`, 'i')),
    v.transform((text) => text.toLowerCase() as Hex),
  ) // the pattern begins with 0x

export const foreignAddress = hexOf(40)
export const foreignHash = hexOf(64)
/** A whole number of at most 256 bits, as text or as a safe integer. */
export const foreignAmount = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
  v.regex(/^\d{1,78}$/),
  v.transform((text) => BigInt(text)),
  v.maxValue(2n ** 256n - 1n),
)
export const foreignCount = v.pipe(
  foreignAmount,
  v.transform((value) => Number(value)),
  v.safeInteger(),
)
/** A time in seconds since 1970. After the year 9999 a time has no common text form. */
export const foreignTime = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(253_402_300_799),
)
