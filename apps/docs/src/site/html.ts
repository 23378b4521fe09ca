import { html as write, raw } from 'hono/html'

/**
 * HTML that may be written to a page without escaping. `toString` gives it as a primitive string.
 */
export type Html = ReturnType<typeof raw>

type Part = string | number | boolean | undefined | Html | readonly Part[]

/** A template of HTML: texts are escaped, `Html` is not; `undefined` and `false` are left out. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  // Hono's result is a promise only when a part is a promise
  write(texts, ...parts) as Html

export { raw }
