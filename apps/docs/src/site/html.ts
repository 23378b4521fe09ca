import { html as write, raw } from 'hono/html'

/** Markup that is written to a page without escaping. Its `toString` returns a primitive string. */
export type Html = ReturnType<typeof raw>

type Part = string | number | boolean | undefined | Html | readonly Part[]

/**
 * Fills a template of HTML. Texts are escaped, `Html` is not; `undefined` and `false` are left out.
 */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  // the cast is safe: Hono returns a promise only if a part is a promise
  write(texts, ...parts) as Html

export { raw }
