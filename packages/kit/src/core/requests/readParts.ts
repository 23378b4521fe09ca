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

/** A part of a wallet's answer. Undefined if it can't be read. */
export const partOf = (answer: unknown, part: string): unknown =>
  readSafely(() => (isObject(answer) ? answer[part] : undefined), undefined)

/**
 * A part of the first item of a wallet's answer. The features for transactions and messages answer
 * with lists.
 */
export const partOfFirst = (answer: unknown, part: string): unknown =>
  partOf(listIn(answer, 1)[0], part)
