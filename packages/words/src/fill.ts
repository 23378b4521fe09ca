import type { Message } from './messages.ts'

/** How the values of a message are written. */
export type FillOptions = {
  /** The BCP 47 tag for numbers. @default digits without separators */
  numberLocale?: string | undefined
  /** The direction of the language. @default 'ltr' */
  direction?: 'ltr' | 'rtl'
  /**
   * Which values are isolated, so that their direction reorders nothing around them (Unicode UAX 9,
   * FSI … PDI). `needed`: every value of a right-to-left text, and every right-to-left value.
   * `always`: every value that is a text, for untrusted values. @default 'needed'
   */
  isolation?: 'needed' | 'always'
}

const firstStrongIsolate = '\u2068'
const rightToLeftIsolate = '\u2067'
const popIsolate = '\u2069'
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Fills the placeholders of a message. A placeholder without a value stays as it is, and a value is
 * not filled again.
 */
export function fill(
  message: Message,
  values: Readonly<Record<string, string | number>> = {},
  { numberLocale, direction = 'ltr', isolation = 'needed' }: FillOptions = {},
): string {
  const text = formOf(message, values)
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return placeholder
    const shown =
      typeof value === 'string'
        ? value
        : numberLocale
          ? value.toLocaleString(numberLocale)
          : String(value)
    const isIsolated =
      isolation === 'always'
        ? typeof value === 'string'
        : direction === 'rtl' || rightToLeft.test(text + shown)
    return isIsolated ? isolated(shown, direction) : shown
  })
}

/** The form of a plural for the count among its values. */
function formOf(message: Message, values: Readonly<Record<string, string | number>>): string {
  if (typeof message === 'string') return message
  const { locale, forms } = message
  const category = new Intl.PluralRules(locale).select(Number(values['count']))
  return forms[category] ?? forms.other
}

/**
 * A value that has isolates itself is a text of this language, though its letters outside of them
 * may be of another direction.
 */
function isolated(value: string, direction: 'ltr' | 'rtl'): string {
  const isText = direction === 'rtl' && value.includes(firstStrongIsolate)
  return `${isText ? rightToLeftIsolate : firstStrongIsolate}${value}${popIsolate}`
}
