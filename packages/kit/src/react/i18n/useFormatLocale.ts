import type { Locale } from '../../core/locale.ts'
import { useLanguage } from './useLanguage.ts'

/** What `Intl` is to write numbers, money and times in. */
export function useFormatLocale(): string {
  return formatLocaleOf(useLanguage(), navigator.languages)
}

/**
 * A BCP 47 tag for `Intl`: the language in the visitor's own region, where the browser names one, because regions differ in
 * separators and in the order of dates. Digits are Latin in every language: amounts stand beside addresses and symbols, and
 * what is copied from the screen has to be read by other programs and by the wallet's own window.
 */
export function formatLocaleOf(language: Locale, preferred: readonly string[]): string {
  const regional = preferred.find((tag) => tag.split('-')[0] === language) ?? language
  // put together by hand: on a slow phone the first `Intl.Locale` of a page takes as long as two frames
  return `${regional.replace(/-[ux]-.*/i, '')}-u-nu-latn`
}
