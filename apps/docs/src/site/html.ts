import { html as write, raw } from 'hono/html'

/** HTML that may be written to a page as it is. `toString` gives it as a primitive text. */
export type Html = ReturnType<typeof raw>

type Part = string | number | boolean | undefined | Html | readonly Part[]

/** A template of HTML: texts are escaped, `Html` is not; `undefined` and `false` are left out. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  // Hono's is a promise only where a part is one
  write(texts, ...parts) as Html

export { raw }
