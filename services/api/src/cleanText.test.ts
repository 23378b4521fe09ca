import { expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'

test('cleanText removes characters that could reverse, hide or break a line of text', () => {
  expect(cleanText('US\u202EDC\u0000\u200B\u2028')).toBe('USDC')
  expect(cleanText('  two \t  words ')).toBe('two words')
})

test.each(['👩‍🚀.eth', '🏴‍☠️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'نامه‌ای'])('cleanText leaves %s unchanged', (name) => {
  expect(cleanText(name)).toBe(name)
})

test('cleanText cuts a text to 64 characters, never inside a character', () => {
  expect(cleanText('🦊'.repeat(200))).toBe('🦊'.repeat(64))
})
