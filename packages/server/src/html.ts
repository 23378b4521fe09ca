import { html as write, raw } from 'hono/html'

/** Markup that is inserted into a page unescaped. `toString` returns it as a primitive text. */
export type Html = ReturnType<typeof raw>

/** A value in a template. Booleans, null and undefined are left out. */
export type HtmlPart = string | number | boolean | null | undefined | Html | readonly HtmlPart[]

/**
 * A template of HTML, without promises among its parts. Texts are escaped, for elements and for
 * quoted attributes; `Html` is not.
 */
export const html = (texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  // Hono's template returns a promise only if a part is one
  write(texts, ...parts) as Html

export { raw }
