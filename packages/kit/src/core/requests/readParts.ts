/**
 * Readers of untrusted values, such as those of a wallet. Any property may be a getter that throws
 * or that gives another value the next time, so each part is read once.
 */
import { isObject } from '@latchkey/protocol/isObject'
import { readSafely } from './readSafely.ts'

/**
 * The first items of a wallet's list, copied into a new array, because the wallet's array may have
 * overridden methods. Empty if the list can't be read.
 */
export const listIn = (list: unknown, max: number): readonly unknown[] =>
  readSafely(
    () =>
      Array.isArray(list)
        ? Array.from({ length: Math.min(list.length, max) }, (_, index) => list[index] as unknown)
        : [],
    [],
  )

/** The items of a list that are texts. Empty if the list can't be read. */
export const textsIn = (list: unknown, max: number): readonly string[] =>
  listIn(list, max).filter((entry) => typeof entry === 'string')

/**
 * The built-in getters for the length and the type of a byte array. They are correct even if an
 * object overrides them or comes from another frame.
 */
const byteArrayProperties = Object.getOwnPropertyDescriptors(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  // the cast: JavaScript defines both getters
) as { length?: PropertyDescriptor; [Symbol.toStringTag]?: PropertyDescriptor }

/**
 * Copies a wallet's bytes. Undefined for other values, and if there are too few or too many bytes.
 */
export function bytesIn(
  value: unknown,
  [min, max]: readonly [min: number, max: number],
): Uint8Array<ArrayBuffer> | undefined {
  if (
    !isObject(value) ||
    readSafely(
      () => byteArrayProperties[Symbol.toStringTag]?.get?.call(value) as unknown,
      undefined,
    ) !== 'Uint8Array'
  )
    return undefined
  const length = Number(byteArrayProperties.length?.get?.call(value))
  return length >= min && length <= max
    ? Uint8Array.from({ length }, (_, index) => Number(value[index]))
    : undefined
}

/** A part of a wallet's answer. Undefined if it can't be read. */
export const partOf = (answer: unknown, part: string): unknown =>
  readSafely(() => (isObject(answer) ? answer[part] : undefined), undefined)

/**
 * A part of the first item of a wallet's answer. The features for transactions and messages answer
 * with lists.
 */
export const partOfFirst = (answer: unknown, part: string): unknown =>
  partOf(listIn(answer, 1)[0], part)
