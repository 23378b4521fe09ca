import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BorderError } from '@latchkey/protocol/border'
import type { JsonShaping } from './jsonReader.ts'
import { readJsonStream } from './readJsonStream.ts'

const limits = { bytes: 10_000_000, depth: 64, values: 10_000 }

/** Splits a text into pieces of `size` bytes. */
async function* pieces(text: string, size = 7) {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const read = (text: string, shaping?: JsonShaping, size?: number) =>
  readJsonStream(pieces(text, size), limits, shaping)
const faultOf = (text: string, some: Partial<typeof limits> = {}) =>
  readJsonStream(pieces(text), { ...limits, ...some }).then(
    () => 'none',
    (error: unknown) => (error instanceof BorderError ? error.fault : error),
  )

test('the reader returns the same as JSON.parse, wherever the pieces end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json({ stringUnit: 'binary' }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (text, size, spaced) => {
        const json = spaced ? JSON.stringify(JSON.parse(text), null, '\t') : text
        if (json.includes('__proto__')) return
        expect(await read(json, {}, size)).toEqual(JSON.parse(json))
      },
    ),
    { numRuns: 300 },
  )
})

test('the reader refuses the same texts as JSON.parse', async () => {
  const broken = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '{', '[', ':', '0', '-', 't', '\\', '\n', '1e'),
    )
    .map(([json, place, put]) => {
      const at = place % (json.length + 1)
      return json.slice(0, at) + put + json.slice(at + 1)
    })
  await fc.assert(
    fc.asyncProperty(broken, async (text) => {
      if (text.includes('__proto__')) return
      let expected: unknown = 'syntax'
      try {
        expected = { value: JSON.parse(text) as unknown }
      } catch {
        // invalid JSON: `expected` stays 'syntax'
      }
      expect(
        await read(text).then(
          (value) => ({ value }),
          () => 'syntax',
        ),
      ).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('reading ends at the first byte, level or value beyond a limit', async () => {
  expect(await faultOf('[1,2,3]', { bytes: 6 })).toBe('bytes')
  expect(await faultOf('[[[1]]]', { depth: 2 })).toBe('depth')
  expect(await faultOf('[1,2,3]', { values: 3 })).toBe('values')
  expect(await faultOf('[1,2,3]', { bytes: 7, depth: 1, values: 4 })).toBe('none')
  expect(await faultOf(`${'['.repeat(1_000_000)}`)).toBe('depth')
  expect(await faultOf(`[${'{},'.repeat(1_000_000)}{}]`)).toBe('values')
  expect(await faultOf('')).toBe('syntax')
})

test('the reader returns only the requested members, and skips the others within the same limits', async () => {
  expect(
    await read(
      '{"a":{"b":1,"x":[{"a":2}]},"x":{"a":3},"b":[[{"x":1,"a":"\\u0041"}]],"__proto__":{"a":1}}',
      { members: new Set(['a', 'b']) },
    ),
  ).toEqual({ a: { b: 1 }, b: [[{ a: 'A' }]] })
  expect(await read('{"__proto__":{"a":1},"b":2}')).toEqual({ b: 2 })
  expect(
    Object.keys(
      (await read('{"a":1,"x":[{"a":2}],"y":2}', {
        members: new Set(['a']),
        noted: new Set(['x']),
      })) as object,
    ),
  ).toEqual(['a', 'x']) // this text reads as an object
  await expect(
    read(`{"x":${'['.repeat(70)}${']'.repeat(70)}}`, { members: new Set(['a']) }),
  ).rejects.toThrow(BorderError)
})

test('reading ends at an item that is not an object in a list of objects', async () => {
  const objectLists = new Set(['a'])
  expect(await read('{"a":[{"b":[1]},{}],"c":[1]}', { objectLists })).toEqual({
    a: [{ b: [1] }, {}],
    c: [1],
  })
  for (const item of ['1', 'null', '"x"', '[]', '[{}]'])
    await expect(read(`{"a":[{},${item},`, { objectLists })).rejects.toMatchObject({
      fault: 'shape',
    })
})

test('`reduce` replaces each object, the inner ones first, and an error in it ends reading', async () => {
  const places: unknown[] = []
  const reduce: JsonShaping['reduce'] = (value, place) => (
    places.push(place), { ...value, seen: places.length }
  )
  expect(await read('{"a":[{"b":{}},{}]}', { reduce })).toEqual({
    a: [{ b: { seen: 1 }, seen: 2 }, { seen: 3 }],
    seen: 4,
  })
  expect(places).toEqual([
    { depth: 4, name: 'b', start: 11, end: 13 },
    { depth: 3, name: 'a', start: 6, end: 14 },
    { depth: 3, name: 'a', start: 15, end: 17 },
    { depth: 1, name: '', start: 0, end: 19 },
  ])
  let looked = 0
  const refuse = () => {
    looked += 1
    throw new RangeError('wrong')
  }
  await expect(read(`[${'{},'.repeat(1_000)}{}]`, { reduce: refuse })).rejects.toThrow(RangeError)
  expect(looked).toBe(1)
})

test('reading ends at the first byte of a value that is not the required object', async () => {
  expect(await read(' {"a":[1]}', { isObject: true })).toEqual({ a: [1] })
  for (const text of ['[', ' [{},', '"x"', '1 ', 'null '])
    await expect(read(text, { isObject: true })).rejects.toMatchObject({ fault: 'shape' })
})

test('reading ends at the first byte of a member of the wrong kind in the outermost object', async () => {
  const kinds = new Map([
    ['o', 'object'],
    ['l', 'list'],
    ['s', 'scalar'],
  ] as const)
  const fits = { o: { o: [1], l: 2, s: {} }, l: ['o', { s: [] }], s: 'x', other: [] }
  expect(await read(JSON.stringify(fits), { kinds })).toEqual(fits)
  expect(await read('{"o":null,"l":null,"s":null}', { kinds })).toEqual({
    o: null,
    l: null,
    s: null,
  })
  for (const text of [
    '"o":[',
    '"o":"',
    '"o":1',
    '"o":true',
    '"l":{',
    '"l":"',
    '"s":{',
    '"x":1,"s":[',
  ])
    await expect(read(`{${text}`, { kinds }), text).rejects.toMatchObject({ fault: 'shape' })
})

test('reading ends at the first byte of an inner member of the wrong kind, or of an item that is neither text nor number', async () => {
  const kindsIn = new Map([
    [
      'a',
      new Map([
        ['s', 'scalar'],
        ['o', 'object'],
        ['l', 'list'],
      ] as const),
    ],
  ])
  const shaping: JsonShaping = {
    kindsIn,
    scalarLists: new Set(['l']),
    members: new Set(['a', 's', 'o', 'l']),
  }
  const fits = {
    s: [],
    a: [
      { s: 'x', o: { s: [1], l: [2] }, l: [1, 'x', null, true] },
      { s: null, o: null, l: null },
    ],
  }
  expect(await read(JSON.stringify(fits), shaping)).toEqual(fits)
  // what is not read is not checked either
  expect(await read('{"x":{"s":[{}]},"a":{"x":[{}]}}', shaping)).toEqual({ a: {} })
  for (const text of [
    '"a":{"s":[',
    '"a":{"s":{',
    '"a":[{"o":[',
    '"a":[{"o":1',
    '"a":{"l":"',
    '"a":{"l":{',
    '"l":[{',
    '"a":{"l":[1,[',
  ])
    await expect(read(`{${text}`, shaping), text).rejects.toMatchObject({ fault: 'shape' })
})
