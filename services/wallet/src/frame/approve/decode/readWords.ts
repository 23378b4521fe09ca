import type { Address } from './Effect.ts'

/**
 * The arguments of a call. `end` is the number of hex digits that a usual encoder writes for the
 * arguments. `end` is undefined for another layout, which contracts accept as well.
 */
export type ReadWords = { words: readonly Word[]; end: number | undefined }

/**
 * Types of arguments that the decoder reads. `bytes` and `uint256[]` are only measured;
 * `bytes[]` is read.
 */
export type WordType =
  | 'address'
  | 'uint256'
  | 'uint160'
  | 'uint48'
  | 'uint8'
  | 'bool'
  | 'bytes32'
  | 'bytes'
  | 'uint256[]'
  | 'bytes[]'
/**
 * An argument: an address, a number, the parts of a call (`bytes[]`), or the length of `bytes` or
 * of a list.
 */
export type Word =
  | { address: Address }
  | { number: bigint }
  | { parts: readonly string[] }
  | { count: number }

const wordLength = 64
/** The maximum number of parts in a multicall. */
const maxParts = 32
const bits = { uint256: 256, uint160: 160, uint48: 48, uint8: 8, bool: 1 } as const

/**
 * Reads the arguments of a call by the contract ABI. Undefined when the data does not have exactly
 * these types: it is too short, or a number is too large for its type.
 * @param data hex digits after the selector, without `0x`
 */
export function readWords(data: string, types: readonly WordType[]): ReadWords | undefined {
  const words: Word[] = []
  for (const [index, type] of types.entries()) {
    const word = readWord(data, index * wordLength, type)
    if (!word) return undefined
    words.push(word)
  }
  return { words, end: endOf(data, types) }
}

/** The end of consecutive arguments, each padded with zeros. */
function endOf(data: string, types: readonly WordType[]): number | undefined {
  let end: number | undefined = types.length * wordLength
  for (const [index, type] of types.entries()) {
    if (end === undefined) return undefined
    if (type !== 'bytes' && type !== 'uint256[]' && type !== 'bytes[]') continue
    if (
      placeOf(data, BigInt(`0x${data.slice(index * wordLength, (index + 1) * wordLength)}`)) !== end
    )
      return undefined
    const count: number = lengthAt(data, end) ?? 0
    const body: number = end + wordLength
    end =
      type === 'uint256[]'
        ? body + count * wordLength
        : type === 'bytes'
          ? filledEnd(data, body, count)
          : endOfParts(data, body, count)
  }
  return end
}

function endOfParts(data: string, body: number, count: number): number | undefined {
  let end: number | undefined = body + count * wordLength
  for (let index = 0; index < count && end !== undefined; index++) {
    const offset = BigInt(
      `0x${data.slice(body + index * wordLength, body + (index + 1) * wordLength)}`,
    )
    end =
      offset * 2n === BigInt(end - body)
        ? filledEnd(data, end + wordLength, lengthAt(data, end) ?? 0)
        : undefined
  }
  return end
}

/**
 * The end of bytes and of the zeros that pad their last word; undefined where the padding is
 * missing or not zero.
 */
function filledEnd(data: string, start: number, bytes: number): number | undefined {
  const end = start + Math.ceil(bytes / 32) * wordLength
  return end <= data.length && /^0*$/.test(data.slice(start + bytes * 2, end)) ? end : undefined
}

function readWord(data: string, at: number, type: WordType): Word | undefined {
  const digits = data.slice(at, at + wordLength)
  if (digits.length < wordLength) return undefined
  const number = BigInt(`0x${digits}`)
  if (type === 'address')
    return number < 1n << 160n ? { address: `0x${digits.slice(24).toLowerCase()}` } : undefined
  if (type === 'bytes32') return { number }
  if (type === 'bytes' || type === 'uint256[]' || type === 'bytes[]')
    return readTail(data, number, type)
  return number < 1n << BigInt(bits[type]) ? { number } : undefined
}

function readTail(
  data: string,
  offset: bigint,
  type: 'bytes' | 'uint256[]' | 'bytes[]',
): Word | undefined {
  const start = placeOf(data, offset)
  const count = start === undefined ? undefined : lengthAt(data, start)
  if (start === undefined || count === undefined) return undefined
  const body = data.slice(start + wordLength)
  if (type === 'bytes') return body.length >= count * 2 ? { count } : undefined
  if (type === 'uint256[]') return body.length >= count * wordLength ? { count } : undefined
  return readParts(body, count)
}

function readParts(body: string, count: number): Word | undefined {
  if (count > maxParts || body.length < count * wordLength) return undefined
  const parts: string[] = []
  for (let index = 0; index < count; index++) {
    const start = placeOf(
      body,
      BigInt(`0x${body.slice(index * wordLength, (index + 1) * wordLength)}`),
    )
    const length = start === undefined ? undefined : lengthAt(body, start)
    if (start === undefined || length === undefined) return undefined
    const part = body.slice(start + wordLength, start + wordLength + length * 2)
    if (part.length < length * 2) return undefined
    parts.push(part)
  }
  return { parts }
}

/** The index of the hex digit to which an offset points; undefined outside the data. */
function placeOf(data: string, offset: bigint): number | undefined {
  return offset * 2n + BigInt(wordLength) <= BigInt(data.length) ? Number(offset) * 2 : undefined
}

function lengthAt(data: string, start: number): number | undefined {
  const length = BigInt(`0x${data.slice(start, start + wordLength)}`)
  return length <= BigInt(data.length) ? Number(length) : undefined
}
