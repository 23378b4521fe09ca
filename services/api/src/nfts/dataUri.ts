/** A MIME type without its parameters. Source: RFC 9110, token */
const essence = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

/**
 * Reads the type and the bytes of a data URI, as browsers do. Undefined for any other text, for
 * more than `max` characters, and for invalid base64.
 * - An invalid type counts as `text/plain`.
 * - A `%` without two hex digits stands for itself.
 * - In contrast to browsers, an unescaped `#` in the body and line breaks in text are kept.
 * Source: WHATWG Fetch, "data: URL processor"
 */
export function parseDataUri(
  text: string,
  max: number,
): { type: string; bytes: Buffer } | undefined {
  if (text.length > max) return undefined
  const [, head = '', body] = /^data:([^,]*),(.*)$/is.exec(trimAscii(text)) ?? []
  if (body === undefined) return undefined
  const [named = ''] = head.split(';')
  const type = named.trim().toLowerCase() // no address: a media type
  const decoded = decodePercent(body)
  const bytes = /; *base64\s*$/i.test(head) ? decodeBase64(decoded.toString('latin1')) : decoded
  return bytes && { type: essence.test(type) ? type : 'text/plain', bytes }
}

/**
 * Removes spaces and control characters from the ends of a text. They do not belong to a URL.
 * Source: WHATWG URL, "basic URL parser"
 */
function trimAscii(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1
  return text.slice(start, end)
}

/** The bytes of a text in UTF-8, in which percent escapes are decoded. */
function decodePercent(text: string): Buffer {
  const bytes = Buffer.from(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const escaped =
      bytes[at] === 0x25 ? /^[\da-f]{2}$/i.exec(bytes.toString('latin1', at + 1, at + 3)) : null
    bytes[length++] = escaped ? Number.parseInt(escaped[0], 16) : (bytes[at] ?? 0)
    if (escaped) at += 2
  }
  return bytes.subarray(0, length)
}

/**
 * Decodes base64 as browsers do: padding and line breaks are optional. Undefined for any other
 * text, including base64url. Source: WHATWG Infra, "forgiving-base64 decode"
 */
function decodeBase64(text: string): Buffer | undefined {
  const packed = text.replace(/[\t\n\f\r ]/g, '')
  const plain = packed.length % 4 === 0 ? packed.replace(/={1,2}$/, '') : packed
  return /^[A-Za-z\d+/]*$/.test(plain) && plain.length % 4 !== 1
    ? Buffer.from(plain, 'base64')
    : undefined
}

const pictures = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
])

/**
 * A data URI of a picture that a page may show. Undefined for any other text, and for a picture
 * that is too large.
 */
export function pictureUri(text: string, max: number): string | undefined {
  const found = parseDataUri(text, max)
  if (!found || !pictures.has(found.type)) return undefined
  return `data:${found.type};base64,${found.bytes.toString('base64')}`
}
