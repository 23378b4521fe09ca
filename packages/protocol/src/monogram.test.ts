import { expect, test } from 'vitest'
import { colorOf, leastContrast, monogramOf, whiteContrast } from './monogram.ts'

test('takes a letter of the first and the last word, or two of one', () => {
  const lettersOf = (name: string) => monogramOf(name).letters
  expect(['Trust Wallet', 'safe', 'x', 'Latchkey Devnet 2'].map(lettersOf)).toEqual(['TW', 'SA', 'X', 'L2'])
})

test('lets no markup through', () => {
  expect(['"><script>&', '<>&"', ''].map((name) => monogramOf(name).letters)).toEqual(['SC', '?', '?'])
})

test('white is readable on every colour that a name can have', () => {
  const names = Array.from({ length: 500 }, (_, index) => `name ${index}`)
  expect(new Set(names.map((name) => colorOf(name).join())).size).toBeGreaterThan(100)
  expect(Math.min(...names.map((name) => whiteContrast(colorOf(name))))).toBeGreaterThanOrEqual(leastContrast)
})

test('a name always has the same colour', () => {
  expect(monogramOf('Rabby')).toEqual(monogramOf('Rabby'))
})
