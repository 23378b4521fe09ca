import { directionOf, localeOf, type Locale } from '@latchkey/protocol/locale'
import { fill } from './fill.ts'
import type { Catalogue, Message, Messages, Translate } from './messages.ts'
import { readTranslation, type TranslationFile } from './readTranslation.ts'

/** The texts of one language, for mails and for pages that a server writes. */
export type Translator<messages extends Messages> = {
  locale: Locale
  direction: 'ltr' | 'rtl'
  translate: Translate<messages>
}

/**
 * Creates the translators of a server, whose texts are all in memory.
 * @returns a function that gives the translator of a locale; null, or a locale without a file,
 *   gives English
 */
export function createTranslators<messages extends Messages>(
  { scope, texts }: Catalogue<messages>,
  files: { readonly [locale: string]: TranslationFile },
): (locale: Locale | null) => Translator<messages> {
  const create = (locale: Locale): Translator<messages> => {
    const file = files[locale]
    const translated: { readonly [key in keyof messages]?: Message } | undefined =
      // a translation has the types of English, but may lack keys
      file && (readTranslation(locale, file)[scope] as Partial<messages> | undefined)
    const direction = directionOf(locale)
    return {
      locale,
      direction,
      translate: (key, ...[values]) =>
        fill(translated?.[key] ?? texts[key] ?? '', values, { direction }),
    }
  }
  const translators = new Map<Locale, Translator<messages>>()
  return (locale) => {
    const translator = translators.get(locale ?? 'en') ?? create(locale ?? 'en')
    translators.set(translator.locale, translator)
    return translator
  }
}

/**
 * Returns the first supported language of a browser; null if there is none. @param header the
 * header `Accept-Language` (RFC 9110, section 12.5.4); browsers list the best language first
 */
export function browserLocale(header: string | undefined): Locale | null {
  const tags = (header ?? '').slice(0, 256).split(',')
  return tags.map((tag) => localeOf((tag.split(';')[0] ?? '').trim())).find(Boolean) ?? null
}
