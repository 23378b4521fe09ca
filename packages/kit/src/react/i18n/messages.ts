/** Names of the `{placeholders}` in a message. */
export type Placeholders<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | Placeholders<rest>
  : never

/** The texts of one feature, in English. `scope` is their key in other languages' catalogues. */
export type Catalogue<texts extends Record<string, string>, scope extends string = string> = {
  scope: scope
  texts: texts
}

/**
 * The translations of these catalogues, by scope, and of the labels of the feature's account
 * actions. The compiler refuses a translation that lacks a text or has an extra one.
 */
export type TextsOf<
  catalogues extends readonly Catalogue<Record<string, string>>[],
  actions extends string = never,
> = {
  readonly [one in catalogues[number] as one['scope']]: {
    readonly [key in keyof one['texts']]: string
  }
} & ([actions] extends [never]
  ? unknown
  : { readonly account: { readonly [name in actions]: string } })

/** Declares the texts of a feature: whole sentences with named placeholders. */
export function defineMessages<scope extends string, const texts extends Record<string, string>>(
  scope: scope,
  texts: texts,
): Catalogue<texts, scope> {
  return { scope, texts }
}

/** Returns a text, with its placeholders filled. */
export type Translate<texts extends Record<string, string>> = <key extends keyof texts>(
  key: key,
  ...args: [Placeholders<texts[key]>] extends [never]
    ? []
    : [values: Record<Placeholders<texts[key]>, string | number>]
) => string

/** A right-to-left language by its tag, or a letter of one. */
const rightToLeft = /^(?:ar|fa)\b|[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Fills the placeholders of a text; numbers are formatted for `locale`. Every value in a
 * right-to-left language, and every right-to-left value elsewhere, is isolated, so that neither
 * changes the direction of the other. A placeholder without a value stays as it is.
 */
export function fill(
  text: string,
  locale: string,
  values: Record<string, string | number> = {},
): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return placeholder
    const shown = typeof value === 'number' ? value.toLocaleString(locale) : value
    return rightToLeft.test(locale + text + shown) ? `\u2068${shown}\u2069` : shown
  })
}
