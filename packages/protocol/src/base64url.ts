/** Encodes bytes as base64url without padding. RFC 4648, 5 */
export function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * Decodes a base64url text without padding. Every byte sequence has exactly one spelling; any other
 * spelling is refused.
 * @throws RangeError
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new RangeError('Not base64url')
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  if (toBase64url(bytes) !== text) throw new RangeError('Not the canonical base64url')
  return bytes
}
