import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BorderError, listOf, readJson, readShape, type JsonLimits } from './border.ts'

const wide: JsonLimits = { bytes: 1_000_000, depth: 100, values: 100_000 }
const faultOf = (work: () => unknown) => {
  try {
    work()
    return 'none'
  } catch (error) {
    return error instanceof BorderError ? error.fault : error
  }
}

/** Returns how deep a parsed value is nested, and how many values it has. */
function measure(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 }
  const inner = Object.values(value).map(measure)
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  }
}

test('`readJson` returns the same as JSON.parse, from text and from bytes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(readJson(text, wide)).toEqual(JSON.parse(text))
      expect(readJson(new TextEncoder().encode(text), wide)).toEqual(
        JSON.parse(new TextDecoder().decode(new TextEncoder().encode(text))),
      )
    }),
  )
})

test('`readJson` refuses invalid JSON, and its error does not contain the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '1', 'x', ' ') }),
      (text) => {
        const fault = faultOf(() => readJson(text, wide))
        expect(fault).toBe(isJson(text) ? 'none' : 'syntax')
      },
    ),
    { numRuns: 2_000 },
  )
  expect(() => readJson('{"secret": tru}', wide)).toThrow(/^No JSON$/)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('JSON that is nested deeper than the limit is refused before it is parsed', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 12 }), fc.integer({ min: 0, max: 12 }), (text, depth) => {
      const expected = measure(JSON.parse(text)).depth > depth ? 'depth' : 'none'
      expect(faultOf(() => readJson(text, { ...wide, depth }))).toBe(expected)
    }),
  )
  expect(faultOf(() => readJson('['.repeat(900_000), wide))).toBe('depth')
  // brackets inside a string are not nesting
  expect(readJson('["[[[[{{{{", "\\"[[[", "\\\\"]', { ...wide, depth: 1 })).toEqual([
    '[[[[{{{{',
    '"[[[',
    '\\',
  ])
})

test('the counted number of values is within a factor of two of the real number, and too many values are refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const { values } = measure(JSON.parse(text))
      expect(faultOf(() => readJson(text, { ...wide, values: 2 * values }))).toBe('none')
      if (values > 2)
        expect(faultOf(() => readJson(text, { ...wide, values: Math.floor(values / 2) - 1 }))).toBe(
          'values',
        )
    }),
  )
})

test('the limit of bytes is checked before the syntax and the nesting', () => {
  expect(faultOf(() => readJson('['.repeat(11), { ...wide, bytes: 10 }))).toBe('bytes')
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(faultOf(() => readJson(bytes('"€€€"'), { ...wide, bytes: 10 }))).toBe('bytes')
  expect(faultOf(() => readJson(bytes('"€€"'), { ...wide, bytes: 8 }))).toBe('none')
})

test('`readShape` stops at the first fault', () => {
  let looked = 0
  const counting = v.pipe(
    v.number(),
    v.check(() => (looked += 1) > 0),
  )
  expect(
    faultOf(() => readShape(v.array(counting), [1, 'x', ...Array<number>(1_000).fill(2)])),
  ).toBe('shape')
  expect(looked).toBe(1)
})

test('`listOf` checks the length of a list before its items', () => {
  let looked = 0
  const item = v.pipe(
    v.unknown(),
    v.check(() => (looked += 1) > 0),
  )
  expect(faultOf(() => readShape(listOf(item, 10), Array<number>(11).fill(0)))).toBe('shape')
  expect(looked).toBe(0)
  expect(readShape(listOf(v.number(), 2), [1, 2])).toEqual([1, 2])
})

test('the error of `readShape` has the path of the fault, but not the value', () => {
  const read = () =>
    readShape(v.object({ list: v.array(v.object({ id: v.number() })) }), {
      list: [{ id: 1 }, { id: 'secret' }],
    })
  expect(read).toThrow(/^Another shape at list\.1\.id$/)
})

test('JSON members with the names `__proto__` and `constructor` are ordinary members', () => {
  expect(Object.keys(Object(readJson('{"__proto__":{"a":1},"constructor":1}', wide)))).toEqual([
    '__proto__',
    'constructor',
  ])
  expect(
    faultOf(() => readShape(v.object({ a: v.number() }), readJson('{"__proto__":{"a":1}}', wide))),
  ).toBe('shape')
})
