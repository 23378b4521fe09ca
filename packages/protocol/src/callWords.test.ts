import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesOf, withWord } from './callWords.ts'

const hex = (value: bigint) => value.toString(16).padStart(64, '0')

test('`placesOf` finds a number at any position of call data, and `withWord` replaces it there', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n << 200n, max: (1n << 255n) - 1n }),
      fc.uint8Array({ maxLength: 100 }),
      fc.uint8Array({ maxLength: 100 }),
      (value, before, after) => {
        const [first, last] = [before, after].map((bytes) => Buffer.from(bytes).toString('hex'))
        const data = `0x${first}${hex(value)}${last}`
        const place = 2 + (first?.length ?? 0)
        expect(placesOf(data.toUpperCase().replace('X', 'x'), value, value, 200)).toContain(place)
        expect(withWord(data, place, 7n)).toBe(`0x${first}${hex(7n)}${last}`)
      },
    ),
  )
})

test('`placesOf` returns only numbers within the bounds, and at most the given count', () => {
  const data = `0x095ea7b3${hex(99n)}${hex(100n)}${hex(110n)}${hex(111n)}`
  expect(placesOf(data, 100n, 110n, 9)).toEqual([74, 138])
  expect(placesOf(data, 100n, 110n, 1)).toEqual([74])
  for (const short of ['0x', '0x09', `0x${'0'.repeat(62)}`])
    expect(placesOf(short, 0n, 1n << 255n, 9)).toEqual([])
})
