/** Names of the `{placeholders}` in a message. */
export type Placeholders<text extends string> = text extends `${string}{${infer name}}${infer rest}` ? name | Placeholders<rest> : never

/** The texts of one feature, in English; `scope` names them in other languages' catalogues. */
export type Catalogue<texts extends Record<string, string>> = { scope: string; texts: texts }

/** Declares the texts of a feature: whole sentences with named placeholders. */
export function defineMessages<const texts extends Record<string, string>>(scope: string, texts: texts): Catalogue<texts> {
  return { scope, texts }
}

/** Gives a text, with its placeholders filled. */
export type Translate<texts extends Record<string, string>> = <key extends keyof texts>(
  key: key,
  ...args: [Placeholders<texts[key]>] extends [never] ? [] : [values: Record<Placeholders<texts[key]>, string | number>]
) => string

/** Fills the placeholders of a text. A value in a right-to-left script is isolated, so that it does not turn the sentence round. */
export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name])
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(value) ? `\u2068${value}\u2069` : value
  })
}
