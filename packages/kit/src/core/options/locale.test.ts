import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { locales } from '@latchkey/protocol/locale'
import { readLocale } from './locale.ts'

afterEach(() => vi.unstubAllGlobals())

/** Simulates a page with this `lang` in a browser with these preferred languages. */
function browse(languages: readonly string[] | undefined, lang = '') {
  vi.stubGlobal('document', { documentElement: { lang } })
  vi.stubGlobal('navigator', { languages })
}

test('without browser languages, the kit uses the language of the page, or else English', () => {
  browse(undefined)
  expect(readLocale()).toBe('en')
  browse(undefined, 'de-AT')
  expect(readLocale()).toBe('de')
  browse([])
  expect(readLocale()).toBe('en')
})

test.each([
  [['en-US@posix'], 'en'],
  [['C'], 'en'],
  [['POSIX', 'fr_CA.UTF-8'], 'fr'],
  [['', 'de@euro'], 'de'],
])('the browser languages %j give the locale %s', (languages, locale) => {
  browse(languages)
  expect(readLocale()).toBe(locale)
})

test('for any languages of page and browser, the locale is one of the kit’s', () => {
  const tag = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'C',
      'POSIX',
      'en-US@posix',
      'de_AT.utf8',
      'th-TH-u-nu-thai',
      'x-own',
      'i-klingon',
    ),
  )
  const page = { documentElement: { lang: '' } }
  const browser: { languages: readonly string[] | undefined } = { languages: [] }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', browser)
  fc.assert(
    fc.property(fc.option(fc.array(tag), { nil: undefined }), tag, (languages, lang) => {
      page.documentElement.lang = lang
      browser.languages = languages
      expect(locales).toContain(readLocale())
    }),
  )
})
