/** Base64 and base64url, based on `btoa` and `atob`, which every browser and Node have. RFC 4648 */

/** The number of bytes that one call converts, because an engine limits the number of arguments. */
const atOnce = 8_192

/** Encodes bytes in base64 with padding. RFC 4648, 4 */
export function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (let start = 0; start < bytes.length; start += atOnce)
    letters += String.fromCharCode(...bytes.subarray(start, start + atOnce))
  return btoa(letters)
}

/**
 * Decodes base64 or base64url, with or without padding. White space is ignored.
 * @throws DOMException `InvalidCharacterError` for any other text
 */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

/**
 * Decodes base64 with padding; undefined for any other value, and for an empty text.
 * @param maxBytes the maximum length of the result @default no limit
 */
export const readBase64 = (
  text: unknown,
  maxBytes = Infinity,
): Uint8Array<ArrayBuffer> | undefined => {
  const isBase64 =
    typeof text === 'string' &&
    text.length <= Math.ceil(maxBytes / 3) * 4 &&
    text.length % 4 === 0 &&
    /^[A-Za-z\d+/]+={0,2}$/.test(text)
  const bytes = isBase64 ? fromBase64(text) : undefined
  return bytes && bytes.length <= maxBytes ? bytes : undefined
}

/** Encodes bytes in base64url without padding. RFC 4648, 5 */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/**
 * Decodes base64url without padding. It accepts only the one canonical spelling of the bytes.
 * @throws RangeError for any other text
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new RangeError('Not base64url')
  const bytes = fromBase64(text)
  if (toBase64url(bytes) !== text) throw new RangeError('Not the canonical base64url')
  return bytes
}
