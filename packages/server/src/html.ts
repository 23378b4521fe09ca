import { html as write, raw } from 'hono/html'

/** Markup that is inserted into a page unescaped. Its `toString` returns a primitive string. */
export type Html = ReturnType<typeof raw>

/** A value in a template. Booleans, null and undefined are not written. */
export type HtmlPart = string | number | boolean | null | undefined | Html | readonly HtmlPart[]

/**
 * Fills a template of HTML. Texts are escaped for elements and for quoted attributes; `Html` is
 * not. No part may be a promise.
 */
export const html = (texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  // the cast is safe: Hono returns a promise only if a part is a promise
  write(texts, ...parts) as Html

export { raw }
