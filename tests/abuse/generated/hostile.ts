import fc from 'fast-check'

/**
 * Marks a number that `JSON.stringify` would not write with these digits, such as `1e999`. `toJson`
 * writes the digits.
 */
const raw = (digits: string) => `\u0001${digits}\u0001`

/** Converts a value to JSON. Numbers marked by `raw` are written with exactly their digits. */
export const toJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"\\u0001(.*?)\\u0001"/g, '$1')

const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  -0.1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  raw('1e999'),
  raw('-1e999'),
  raw('1e-999'),
  raw('9'.repeat(400)),
  raw('0.' + '1'.repeat(400)),
  raw('1E+0'),
]
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  'toJSON',
  'then',
]
const texts = [
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '%',
  '%00',
  '%2e%2e%2f',
  '%ff',
  '../../etc',
  'a'.repeat(300),
  '0x',
  `0x${'f'.repeat(64)}`,
  `0x${'f'.repeat(65)}`,
  '1e9999',
  '9'.repeat(100),
  '${x}',
  "'; drop table",
  '<script>',
  ...names,
]
/** Objects whose conversion to a text or a number fails. */
const noTexts: readonly unknown[] = [
  { toString: 1 },
  { valueOf: 1, toString: 2 },
  { toString: { toString: 1 } },
  { toJSON: 1 },
  { length: 1e9 },
  { length: -1, 0: 0 },
]

const nested = fc
  .tuple(fc.constantFrom(1, 10, 33, 100, 1_000), fc.boolean())
  .map(([depth, isList]) => {
    let value: unknown = 0
    for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value }
    return value
  })
const prototypes = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom<unknown>(null, 1, {}, [], 'x'))
  .map(([name, value]) => Object.fromEntries([[name, value]]))
const lists = fc
  .tuple(fc.constantFrom(0, 1, 2, 501, 10_000), fc.constantFrom<unknown>(0, null, '', {}, []))
  .map(([length, item]) => Array<unknown>(length).fill(item))

/** Values that no honest client sends. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(...noTexts, null, true, false, {}, [], [[]], [null]),
  },
  { weight: 2, arbitrary: prototypes },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: lists },
  {
    weight: 1,
    arbitrary: fc.constantFrom(10_000, 100_000, 600_000).map((length) => 'x'.repeat(length)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** Hostile values as text, for a query or a path. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(500, 5_000).map((length) => 'x'.repeat(length)),
  hostile.map((value) => toJson(value).slice(0, 5_000)),
)
