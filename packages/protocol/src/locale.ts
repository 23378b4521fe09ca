/**
 * The languages of the kit and the embedded wallet, as BCP 47 tags; `Intl.DisplayNames` knows their
 * names. To add a language, add a line to each table for which the compiler then reports an error,
 * and the files that `npm run words` lists.
 */
export const locales = [
  'en',
  'de',
  'es',
  'fr',
  'pt',
  'ja',
  'zh',
  'ar',
  'ko',
  'ru',
  'tr',
  'vi',
  'id',
  'it',
  'nl',
  'pl',
  'uk',
  'hi',
  'th',
  'fa',
] as const
/** One of the supported languages. */
export type Locale = (typeof locales)[number]

const rightToLeft: readonly Locale[] = ['ar', 'fa']

/**
 * Returns the language of a tag such as `de-AT`, or `de_AT.utf8@euro` as programs write it;
 * undefined for a language that is not supported.
 */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split(/[-_.@]/)
  // old browsers use `in` for Indonesian, its code until 1989
  return locales.find((locale) => locale === (language === 'in' ? 'id' : language))
}

/** Returns the writing direction of a language. */
export const directionOf = (locale: Locale) => (rightToLeft.includes(locale) ? 'rtl' : 'ltr')
