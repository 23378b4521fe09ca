import type { Hex } from './chainIndex.ts'

/** PostgreSQL's number of the type `bytea`. Source: its `pg_type.dat` */
const bytea = 17
const headerBytes = 20
const lengthBytes = 4

/** For each character code up to that of `f`: the value of the hex digit. */
const digits = Array.from({ length: 103 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 0 : value
})

/**
 * Writes bytes as a `bytea[]` in PostgreSQL's binary format: it has half as many bytes as the text,
 * and PostgreSQL reads it without a search for quotes. Source: PostgreSQL, `array_recv`
 * @param values hex in lower case; null or undefined for NULL
 */
export function writeByteList(values: readonly (Hex | null | undefined)[]): Buffer {
  let size = headerBytes
  for (const value of values) size += lengthBytes + (value ? bytesIn(value) : 0)
  const list = Buffer.allocUnsafe(size)
  const dimensions = 1
  const hasNulls = Number(values.some((value) => value == null))
  let place = 0
  for (const number of [dimensions, hasNulls, bytea, values.length, 1])
    place = list.writeInt32BE(number, place)
  for (const value of values) {
    place = list.writeInt32BE(value == null ? -1 : bytesIn(value), place)
    if (value != null) place = writeHex(list, value, place)
  }
  return list
}

const bytesIn = (hex: Hex) => (hex.length - 2) >> 1

/** @returns the position after the bytes */
function writeHex(list: Buffer, hex: Hex, start: number): number {
  let place = start
  for (let index = 2; index + 1 < hex.length; index += 2)
    list[place++] = (digitAt(hex, index) << 4) | digitAt(hex, index + 1)
  return place
}

const digitAt = (hex: Hex, index: number) => digits[hex.charCodeAt(index)] ?? 0
