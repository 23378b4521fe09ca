import { expect, test } from 'vitest'
import wallets from '../../../services/api/data/wallets.json' with { type: 'json' }
import { monogramColors, monogramOf } from './monogram.ts'

test('a monogram has a letter of the first and of the last word, or two letters of a single word', () => {
  const lettersOf = (name: string) => monogramOf(name).letters
  expect(['Trust Wallet', 'safe', 'x', 'Latchkey Devnet 2'].map(lettersOf)).toEqual([
    'TW',
    'SA',
    'X',
    'L2',
  ])
})

test('a monogram contains no markup', () => {
  expect(['"><script>&', '<>&"', ''].map((name) => monogramOf(name).letters)).toEqual([
    'SC',
    '?',
    '?',
  ])
})

test.each(monogramColors)(
  'white text on %s has a contrast of at least 4.5, and the colour has 3 on a dark background',
  (color) => {
    expect(contrast(color, '255 255 255')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color, '20 20 22')).toBeGreaterThanOrEqual(3)
  },
)

test('the wallet names are spread evenly over all colours', () => {
  const counts = new Map<string, number>()
  for (const { name } of wallets)
    counts.set(monogramOf(name).color, (counts.get(monogramOf(name).color) ?? 0) + 1)
  expect(counts.size).toBe(monogramColors.length)
  expect(Math.max(...counts.values())).toBeLessThan((wallets.length / monogramColors.length) * 1.5)
  expect(Math.min(...counts.values())).toBeGreaterThan(wallets.length / monogramColors.length / 2)
})

test('a name has the same colour in upper and lower case', () => {
  expect(monogramOf('Rabby')).toEqual(monogramOf('Rabby'))
  expect(monogramOf('RABBY').color).toBe(monogramOf('rabby').color)
  expect(monogramOf('')).toEqual({
    letters: '?',
    color: expect.stringMatching(/^rgb\(\d+ \d+ \d+\)$/),
  })
})

/** Returns the contrast (WCAG 2) of two colours, given as `red green blue`. */
function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = color
    .split(' ')
    .map(Number)
    .map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
