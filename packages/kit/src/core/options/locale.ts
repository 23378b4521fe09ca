import { localeOf, type Locale } from '@latchkey/protocol/locale'

export { directionOf, locales, type Locale } from '@latchkey/protocol/locale'

/**
 * The initial language: the requested one, else the page's own (`<html lang>`), else the first
 * language of the browser that the kit has, else English.
 */
export function readLocale(requested: Locale | 'auto' = 'auto'): Locale {
  if (requested !== 'auto') return requested
  const tags =
    typeof document === 'undefined'
      ? []
      : [document.documentElement.lang, ...(navigator.languages ?? [])]
  return tags.map(localeOf).find(Boolean) ?? 'en'
}
