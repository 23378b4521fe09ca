/** HTML that may be written to a page as it is. */
export type Html = { readonly html: string }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, in elements and in quoted attributes. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

type Part = string | number | Html | undefined | false | readonly Part[]

const partOf = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(partOf).join('')
  return typeof part === 'object' && 'html' in part ? part.html : escape(String(part))
}

/** A template of HTML: texts are escaped, `Html` is not; `undefined` and `false` are left out. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.reduce((before, text, at) => before + partOf(parts[at - 1]) + text),
})

/** Marks HTML that was made elsewhere. */
export const raw = (text: string): Html => ({ html: text })
