import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName } from './cleanName.ts'

test('a name becomes one line of at most 64 characters, without hidden characters', () => {
  expect([
    cleanName('  A \n\t shop\u202e '),
    cleanName('\u200b\u2066'),
    cleanName('x'.repeat(65)),
  ]).toEqual(['A shop', undefined, `${'x'.repeat(63)}…`])
})

test('more than four combining marks on one letter are removed, as they would cover other lines', () => {
  expect([
    cleanName(`Shop${'\u0336'.repeat(50)}s`),
    cleanName(`a${'\u0301\u200d\u034f'.repeat(20)}`),
  ]).toEqual([`Shop${'\u0336'.repeat(4)}s`, `a${'\u0301'.repeat(4)}`])
  expect(cleanName('Phở Việt ễ'.normalize('NFD'))).toBe('Phở Việt ễ'.normalize('NFD'))
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', ' ', '\u0301', '\u0489', '\u20dd', '\u034f', '\u{1e023}'), {
        maxLength: 60,
      }),
      (letters) => {
        expect(cleanName(letters.join('')) ?? '').not.toMatch(/[\p{Mn}\p{Me}]{5}/u)
      },
    ),
  )
})
