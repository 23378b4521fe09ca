import { expect, test } from 'vitest'
import { browserLocale, createSpeech } from './createSpeech.ts'
import { defineMessages, plural } from './messages.ts'

const mails = defineMessages('mails', {
  code: 'Your code is {code}',
  left: plural('{count} try left', '{count} tries left'),
})
const speak = createSpeech(mails, {
  de: { mails: { code: 'Dein Code ist {code}' } },
  fa: { mails: { code: 'کد شما {code}' } },
})

test('says a text in a language, and in English what that lacks', () => {
  expect(speak('de').say('code', { code: '123456' })).toBe('Dein Code ist 123456')
  expect(speak('de').say('left', { count: 1 })).toBe('1 try left')
  expect([null, 'ja' as const].map((locale) => speak(locale).say('left', { count: 2 }))).toEqual([
    '2 tries left',
    '2 tries left',
  ])
})

test('isolates the values of a language from right to left', () => {
  expect(speak('fa').direction).toBe('rtl')
  expect(speak('fa').say('code', { code: '123456' })).toBe('کد شما \u2068123456\u2069')
})

test('reads the first language of a browser that is spoken', () => {
  expect(
    ['de-AT,en;q=0.5', 'sv,fr;q=0.8', 'sv', '', undefined, ','.repeat(1_000)].map(browserLocale),
  ).toEqual(['de', 'fr', null, null, null, null])
})
