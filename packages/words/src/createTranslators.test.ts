import { expect, test } from 'vitest'
import { browserLocale, createTranslators } from './createTranslators.ts'
import { defineMessages, plural } from './messages.ts'

const mails = defineMessages('mails', {
  code: 'Your code is {code}',
  left: plural('{count} try left', '{count} tries left'),
})
const translatorOf = createTranslators(mails, {
  de: { mails: { code: 'Dein Code ist {code}' } },
  fa: { mails: { code: 'کد شما {code}' } },
})

test('a text is returned in the language, or in English if the language does not have it', () => {
  expect(translatorOf('de').translate('code', { code: '123456' })).toBe('Dein Code ist 123456')
  expect(translatorOf('de').translate('left', { count: 1 })).toBe('1 try left')
  expect(
    [null, 'ja' as const].map((locale) => translatorOf(locale).translate('left', { count: 2 })),
  ).toEqual(['2 tries left', '2 tries left'])
})

test('in a right-to-left language each value is enclosed in Unicode isolates', () => {
  expect(translatorOf('fa').direction).toBe('rtl')
  expect(translatorOf('fa').translate('code', { code: '123456' })).toBe('کد شما \u2068123456\u2069')
})

test('`browserLocale` returns the first supported language of the browser', () => {
  expect(
    ['de-AT,en;q=0.5', 'sv,fr;q=0.8', 'sv', '', undefined, ','.repeat(1_000)].map(browserLocale),
  ).toEqual(['de', 'fr', null, null, null, null])
})
