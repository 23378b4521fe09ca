/** Languages that the kit and the embedded wallet speak, as BCP 47 tags. A new one is a line of each file that the compiler then refuses, and the files `locales/<tag>.ts`. */
export const locales = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'] as const
/** One of these languages. */
export type Locale = (typeof locales)[number]

/** The language of a tag such as `de-AT`; undefined for one that is not spoken. */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split('-')
  return locales.find((locale) => locale === language)
}

/** The writing direction of a language. */
export const directionOf = (locale: Locale) => (locale === 'ar' ? 'rtl' : 'ltr')
