import type { Message } from './messages.ts'

/** How the values are written into a message. */
export type FillOptions = {
  /** The BCP 47 tag that formats numbers. @default digits without separators */
  numberLocale?: string | undefined
  /** The direction of the language. @default 'ltr' */
  direction?: 'ltr' | 'rtl'
  /**
   * Which values are isolated (Unicode UAX 9, FSI … PDI), so that their direction cannot reorder
   * the text around them. `needed`: every value in a right-to-left text, and every right-to-left
   * value. `always`: every value that is a text; for untrusted values. @default 'needed'
   */
  isolation?: 'needed' | 'always'
}

const firstStrongIsolate = '\u2068'
const rightToLeftIsolate = '\u2067'
const popIsolate = '\u2069'
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Fills the placeholders of a message. A placeholder without a value stays as it is. Placeholders
 * inside a value are not filled.
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

/** Returns the plural form that fits the value of `count`. */
function formOf(message: Message, values: Readonly<Record<string, string | number>>): string {
  if (typeof message === 'string') return message
  const { locale, forms } = message
  const category = new Intl.PluralRules(locale).select(Number(values['count']))
  return forms[category] ?? forms.other
}

/**
 * Isolates a value. A value that already contains isolates is a text in the language of the
 * message, so it gets the direction of that language.
 */
function isolated(value: string, direction: 'ltr' | 'rtl'): string {
  const isText = direction === 'rtl' && value.includes(firstStrongIsolate)
  return `${isText ? rightToLeftIsolate : firstStrongIsolate}${value}${popIsolate}`
}
