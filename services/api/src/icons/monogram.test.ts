import { expect, test } from 'vitest'
import { colorOf, leastContrast, monogram, whiteContrast } from './monogram.ts'

test('takes a letter of each of two words, or two of one', () => {
  expect(monogram('Trust Wallet')).toContain('>TW<')
  expect(monogram('safe')).toContain('>SA<')
  expect(monogram('x')).toContain('>X<')
})

test('lets nothing through that SVG could read', () => {
  expect(monogram('"><script>&')).toContain('>SC<')
  expect(monogram('<>&"')).toContain('>?<')
  expect(monogram('')).toContain('>?<')
})

test('white is readable on every colour that a name can have', () => {
  const names = Array.from({ length: 500 }, (_, index) => `name ${index}`)
  expect(new Set(names.map((name) => colorOf(name).join())).size).toBeGreaterThan(100)
  expect(Math.min(...names.map((name) => whiteContrast(colorOf(name))))).toBeGreaterThanOrEqual(leastContrast)
})

test('a name always has the same colour', () => {
  expect(monogram('Rabby')).toBe(monogram('Rabby'))
})
