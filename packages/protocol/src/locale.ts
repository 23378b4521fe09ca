/**
 * Languages that the kit and the embedded wallet speak, as BCP 47 tags; `Intl.DisplayNames` knows
 * their names. A new one is a line of each table that the compiler then refuses, and the files that
 * `npm run words` names.
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
/** One of these languages. */
export type Locale = (typeof locales)[number]

const rightToLeft: readonly Locale[] = ['ar', 'fa']

/**
 * The language of a tag such as `de-AT`, or `de_AT.utf8@euro` as programs write it; undefined for
 * one that is not spoken.
 */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split(/[-_.@]/)
  // old browsers name Indonesian by the code that it had until 1989
  return locales.find((locale) => locale === (language === 'in' ? 'id' : language))
}

/** The writing direction of a language. */
export const directionOf = (locale: Locale) => (rightToLeft.includes(locale) ? 'rtl' : 'ltr')
