import { expect, test } from 'vitest'
import { locales } from '@latchkey/protocol/locale'
import { messages } from './messages.ts'
import { translatorFor } from './translatorFor.ts'

// the type of `texts` has exactly these keys
const keys = Object.keys(messages.texts) as (keyof typeof messages.texts)[]
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
const marks = {
  total: '§total',
  routing: '§routing',
  code: '§code',
  amount: '§amount',
  site: '§site',
}

test('every language has every text with the same placeholders as English', () => {
  for (const locale of locales)
    for (const key of keys) {
      const text = translatorFor(locale).translate(key as 'paidText', marks)
      for (const name of placeholders(messages.texts[key]))
        expect(text, `${locale} ${key}`).toContain(`§${name}`)
      expect(text.match(/§/g)?.length ?? 0, `${locale} ${key}`).toBe(
        placeholders(messages.texts[key]).length,
      )
      expect(text).not.toBe('')
    }
})

test('the checkout uses the first known language of the browser, and otherwise English', () => {
  expect(
    ['de-AT,en;q=0.5', 'sv,fr;q=0.8', 'sv', '', undefined, ','.repeat(1_000)].map(
      (header) => translatorFor(header).locale,
    ),
  ).toEqual(['de', 'fr', 'en', 'en', 'en', 'en'])
  expect([translatorFor('ar').direction, translatorFor('de').direction]).toEqual(['rtl', 'ltr'])
  expect(translatorFor('ar').translate('pay', { total: '$5' })).toContain('\u2068$5\u2069')
})
