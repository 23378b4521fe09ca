import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directionOf, localeOf, locales } from './locale.ts'

test.each([
  ['de-AT', 'de'],
  ['PT-br', 'pt'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['fa-IR', 'fa'],
  ['uk', 'uk'],
  ['id-ID', 'id'],
  ['in-ID', 'id'],
  ['in', 'id'],
  ['th-TH-u-nu-thai', 'th'],
  ['no', undefined],
  ['nb-NO', undefined],
  ['sv', undefined],
  ['den', undefined],
  ['ind', undefined],
  ['', undefined],
  ['*', undefined],
  ['-de', undefined],
  ['constructor', undefined],
] as const)('the tag %j has the locale %j', (tag, locale) => {
  expect(localeOf(tag)).toBe(locale)
})

test('every locale is recognised by its tag, with any region and in upper case, and has a name; only `ar` and `fa` are right-to-left', () => {
  for (const locale of locales) {
    expect([localeOf(locale), localeOf(`${locale}-XX`), localeOf(locale.toUpperCase())]).toEqual([
      locale,
      locale,
      locale,
    ])
    expect(new Intl.DisplayNames(locale, { type: 'language' }).of(locale)).not.toBe(locale)
  }
  expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar', 'fa'])
})

test('`localeOf` returns a locale or undefined for any tag', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (tag) => {
      const locale = localeOf(tag)
      expect(locale === undefined || locales.includes(locale)).toBe(true)
    }),
  )
})
