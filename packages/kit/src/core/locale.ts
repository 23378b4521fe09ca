/** Languages that the kit speaks, as BCP 47 tags. */
export const locales = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'] as const
/** One of these languages. */
export type Locale = (typeof locales)[number]

/** The initial language: the requested one, else the page's own (`<html lang>`), else the first known one of the browser, else English. */
export function readLocale(asked: Locale | 'auto' = 'auto'): Locale {
  if (asked !== 'auto') return asked
  const known = (tag: string) => locales.find((locale) => tag.toLowerCase().split('-')[0] === locale)
  const tags = typeof document === 'undefined' ? [] : [document.documentElement.lang, ...navigator.languages]
  return tags.map(known).find(Boolean) ?? 'en'
}

/** The writing direction of a language. */
export const directionOf = (locale: Locale) => (locale === 'ar' ? 'rtl' : 'ltr')
