/** Type and bytes of a data URI; undefined for any other text, or one longer than `most` characters. Source: RFC 2397. */
export function parseDataUri(text: string, most: number): { type: string; bytes: Buffer } | undefined {
  if (text.length > most) return undefined
  const comma = text.indexOf(',')
  const head = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[^,]*)?)$/i.exec(text.slice(0, comma))
  if (comma < 0 || !head) return undefined
  const [, type = 'text/plain', parameters = ''] = head
  const body = text.slice(comma + 1)
  try {
    return { type: type.toLowerCase(), bytes: /;base64$/i.test(parameters) ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body)) }
  } catch {
    return undefined // an invalid % escape
  }
}

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'])

/** A picture as a data URI that a page may show; undefined for any other text, or one too large. */
export function pictureUri(text: string, most: number): string | undefined {
  const found = parseDataUri(text, most)
  if (!found || !pictures.has(found.type)) return undefined
  return `data:${found.type};base64,${found.bytes.toString('base64')}`
}
