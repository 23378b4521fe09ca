import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOf } from './sizeOf.ts'

const long = 'x'.repeat(1_000_000)

test('the size of a JSON value is the length of its JSON text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // -0 becomes 0 in JSON
      expect(sizeOf(structuredClone(value))).toBe(JSON.stringify(value).length)
    }),
  )
  expect(sizeOf({ a: undefined, b: [undefined] })).toBe('{"a":null,"b":[null]}'.length)
})

/** An array with so many elements that `JSON.stringify` fails. */
const places: unknown[] = []
places.length = 4_000_000_000
const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic

test.each<[string, unknown]>([
  ['a map', new Map([['a', long]])],
  ['a set', new Set([long])],
  ['bytes', new Uint8Array(1_000_000)],
  ['a buffer', new ArrayBuffer(1_000_000)],
  ['a view', new DataView(new ArrayBuffer(1_000_000))],
  ['a file', new Blob([long])],
  ['a date', new Date(0)],
  ['a regular expression', /x/],
  ['an error', new Error(long)],
  ['a String object', Object('x')],
  ['a bigint', 5n],
  ['an empty array of huge length', places],
  ['an array with named members', Object.assign([], { more: long })],
  ['a cycle', cyclic],
])('a value that JSON cannot represent has an infinite size at any depth: %s', (_, value) => {
  for (const message of [
    value,
    { type: '@w3m-app/X', payload: value },
    { payload: [{ a: [value] }] },
  ])
    expect(sizeOf(message)).toBe(Infinity)
})

test('members with the value undefined count towards the size, although JSON omits these members', () => {
  expect(
    sizeOf(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`name${index}`, undefined])),
    ),
  ).toBeGreaterThan(10_000)
})
