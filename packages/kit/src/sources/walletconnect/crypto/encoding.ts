/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Hex as bytes. @throws TypeError when it is not whole bytes of hex */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new TypeError('not hex')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Text as UTF-8. */
export function toUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** UTF-8 as text. @throws TypeError when it is not UTF-8 */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Bytes as base64, or its URL alphabet without padding (RFC 4648 section 5). */
export function toBase64(bytes: Uint8Array, alphabet: 'plain' | 'url' = 'plain'): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  const text = btoa(binary)
  return alphabet === 'plain'
    ? text
    : text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/** Base64 of either alphabet as bytes. @throws when it is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
    letter.charCodeAt(0),
  )
}

/** Several byte arrays as one. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
