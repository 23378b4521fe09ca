import { expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'

test.each(['👩‍🚀.eth', '🏴‍☠️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'نامه‌ای', 'क्‍ष'])(
  'cleanText keeps the joining characters of %s',
  (name) => {
    expect(cleanText(name)).toBe(name)
  },
)

test('cleanText returns one line without invisible characters', () => {
  expect(cleanText(' US\u202eDC\u200b\n\t a\u200d ')).toBe('USDC a')
  expect([cleanText(undefined), cleanText(7), cleanText('\u200b')]).toEqual(['', '', ''])
})

test('a long text is cut without leaving invisible characters', () => {
  expect(cleanText('abc👩‍🚀', 5)).toBe('abc👩…')
  expect(cleanText('ab🏴󠁧󠁢󠁥󠁮󠁧󠁿', 6)).toBe('ab🏴…')
  expect(cleanText('abcde', 5)).toBe('abcde')
  expect(cleanText('🥖🥖🥖', 2)).toBe('🥖…')
})
