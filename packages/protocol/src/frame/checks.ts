/**
 * Checks of small messages. They do not use the schemas of the servers, so that a page with the
 * frame loads no further code to read messages. A check only reports whether a value has a type.
 */
import { isRecord } from '../isObject.ts'

/** Checks whether a value has the type. */
export type Check<value> = (value: unknown) => value is value

/** Checks for a text of at most `max` characters. */
/*@__NO_SIDE_EFFECTS__*/
export const text =
  (max: number): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= max

/** Checks for any number but NaN. */
export const number: Check<number> = (value): value is number =>
  typeof value === 'number' && !Number.isNaN(value)

/** Checks for true or false. */
export const boolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean'

/** Accepts any value. */
export const anything: Check<unknown> = (_value): _value is unknown => true

/** Checks for undefined. */
export const nothing: Check<undefined> = (value): value is undefined => value === undefined

/** Checks for exactly one of these texts. */
/*@__NO_SIDE_EFFECTS__*/
export const oneOf =
  <const value extends string>(...values: readonly value[]): Check<value> =>
  (value): value is value =>
    (values as readonly unknown[]).includes(value) // the cast only allows to compare them

/** Checks for a value of either type. */
/*@__NO_SIDE_EFFECTS__*/
export const either =
  <first, second>(first: Check<first>, second: Check<second>): Check<first | second> =>
  (value): value is first | second =>
    first(value) || second(value)

/** Checks for null, or a value of the type. */
/*@__NO_SIDE_EFFECTS__*/
export const nullable =
  <value>(check: Check<value>): Check<value | null> =>
  (value): value is value | null =>
    value === null || check(value)

/** Checks for a list of at most `max` items. */
/*@__NO_SIDE_EFFECTS__*/
export const listOf =
  <item>(max: number, check: Check<item>): Check<item[]> =>
  (value): value is item[] =>
    Array.isArray(value) && value.length <= max && value.every(check)

/** An object with these parts; the parts of `others` are optional. */
type Shape<parts, others> = parts & { [part in keyof others]?: others[part] | undefined }

/**
 * Checks for an object with these parts. The parts of `others` are optional; further ones are
 * allowed.
 */
/*@__NO_SIDE_EFFECTS__*/
export const shape =
  <parts extends object, others extends object = object>(
    parts: { readonly [part in keyof parts]: Check<parts[part]> },
    others?: { readonly [part in keyof others]: Check<others[part]> },
  ): Check<Shape<parts, others>> =>
  (value): value is Shape<parts, others> =>
    isRecord(value) &&
    every(parts, (name, check) => check(value[name])) &&
    every(others ?? {}, (name, check) => value[name] === undefined || check(value[name]))

const every = (parts: object, holds: (name: string, check: Check<unknown>) => boolean) =>
  Object.entries<Check<unknown>>(parts as Record<string, Check<unknown>>).every(([name, check]) =>
    holds(name, check),
  ) // `shape` accepts only objects of checks
