import { directionOf, type Locale } from '@latchkey/protocol/locale'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** The texts of one language. */
export type ServerTexts = { readonly [key in keyof typeof messages]: string }

type Placeholders<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | Placeholders<rest>
  : never

/** Returns a text with its placeholders filled in. */
type Translate = <key extends keyof typeof messages>(
  key: key,
  ...args: [Placeholders<(typeof messages)[key]>] extends [never]
    ? []
    : [values: Record<Placeholders<(typeof messages)[key]>, string | number>]
) => string

/** A language of mails and pages. */
export type Translator = { locale: Locale; direction: 'ltr' | 'rtl'; translate: Translate }

const languages: Readonly<Record<Locale, ServerTexts>> = { en: messages, ...translations }

/**
 * Creates the translator of a language. Values in a right-to-left language are isolated, so
 * that neither changes the direction of the other.
 * @param locale null: English
 */
export function createTranslator(locale: Locale | null): Translator {
  const texts = languages[locale ?? 'en']
  const direction = directionOf(locale ?? 'en')
  // a value with isolates is a text of this language itself, although letters outside of them
  // may be foreign
  const isolate = (value: string) =>
    direction === 'rtl' ? `${value.includes('\u2068') ? '\u2067' : '\u2068'}${value}\u2069` : value
  const translate: Translate = (key, ...[values]) => {
    const known: Readonly<Record<string, string | number>> = values ?? {}
    return texts[key].replace(/\{(\w+)\}/g, (_, name: string) => isolate(String(known[name] ?? '')))
  }
  return { locale: locale ?? 'en', direction, translate }
}
