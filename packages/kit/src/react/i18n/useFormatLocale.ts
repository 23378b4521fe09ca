import { localeOf } from '@latchkey/protocol/locale'
import type { Locale } from '../../core/options/locale.ts'
import { useLanguage } from './useLanguage.ts'

/** Returns the BCP 47 tag with which `Intl` formats numbers, money and times. */
export function useFormatLocale(): string {
  return formatLocaleOf(useLanguage(), navigator.languages ?? [])
}

/**
 * Returns a BCP 47 tag for `Intl`: the language with the visitor's own region, if the browser names
 * one, because regions differ in separators and in the order of dates. An invalid tag of the
 * browser (`en-US@posix`) is ignored, because `Intl` would throw an error.
 *
 * Digits are Latin in every language: amounts stand beside addresses and symbols, and other
 * programs and the wallet's own window must be able to read copied text.
 */
export function formatLocaleOf(language: Locale, preferred: readonly string[]): string {
  // a regular expression, because the first `Intl.Locale` takes two frames on a slow phone
  const [regional = language] = preferred.flatMap((tag) =>
    localeOf(tag) === language
      ? (/^[a-z]{2,3}(?:[-_][a-z]{4})?[-_](?:[a-z]{2}|\d{3})(?![a-z\d])/i.exec(tag) ?? [])
      : [],
  )
  return `${regional.replaceAll('_', '-')}-u-nu-latn`
}
