/**
 * Languages of the kit and the embedded wallet, as BCP 47 tags; `Intl.DisplayNames` has their
 * names. A new language needs a line in each table for which the compiler then reports an error,
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
/** One of these languages. */
export type Locale = (typeof locales)[number]

const rightToLeft: readonly Locale[] = ['ar', 'fa']

/**
 * The language of a tag such as `de-AT`, or `de_AT.utf8@euro` as programs write it; undefined for
 * an unsupported one.
 */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split(/[-_.@]/)
  // old browsers name Indonesian by its code until 1989
  return locales.find((locale) => locale === (language === 'in' ? 'id' : language))
}

/** The writing direction of a language. */
export const directionOf = (locale: Locale) => (rightToLeft.includes(locale) ? 'rtl' : 'ltr')
