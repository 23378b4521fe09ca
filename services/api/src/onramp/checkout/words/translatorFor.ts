import { directionOf, localeOf, type Locale } from '@latchkey/protocol/locale'
import { messages } from './messages.ts'
import * as translations from './translations.ts'

/** The texts that each language has. */
export type CheckoutTexts = { readonly [key in keyof typeof messages]: string }

type Placeholders<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | Placeholders<rest>
  : never

/** Returns a text with its placeholders filled. */
type Translate = <key extends keyof typeof messages>(
  key: key,
  ...args: [Placeholders<(typeof messages)[key]>] extends [never]
    ? []
    : [values: Record<Placeholders<(typeof messages)[key]>, string>]
) => string

/** The language of a page, with its texts. */
export type Translator = { locale: Locale; direction: 'ltr' | 'rtl'; translate: Translate }

const languages: Readonly<Record<Locale, CheckoutTexts>> = { en: messages, ...translations }

/**
 * The texts in the first language of a browser that the pages have. Values in a right-to-left
 * language are isolated.
 * @param header `Accept-Language`
 */
export function translatorFor(header: string | undefined): Translator {
  const tags = (header ?? '').slice(0, 256).split(',')
  const locale = tags.map((tag) => localeOf((tag.split(';')[0] ?? '').trim())).find(Boolean) ?? 'en'
  const texts = languages[locale]
  const direction = directionOf(locale)
  const isolate = (value: string) => (direction === 'rtl' ? `\u2068${value}\u2069` : value)
  const translate: Translate = (key, ...[values]) => {
    const known: Readonly<Record<string, string>> = values ?? {}
    return texts[key].replace(/\{(\w+)\}/g, (_, name: string) => isolate(known[name] ?? ''))
  }
  return { locale, direction, translate }
}
