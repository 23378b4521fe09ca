/** Bytes in base64, the encoding of transactions for nodes. RFC 4648, 4 */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** The bytes of a base64 text; undefined for any other text. */
export function fromBase64(text: unknown, maxBytes: number): Uint8Array<ArrayBuffer> | undefined {
  if (
    typeof text !== 'string' ||
    text.length > Math.ceil(maxBytes / 3) * 4 ||
    text.length % 4 !== 0 ||
    !/^[A-Za-z\d+/]+={0,2}$/.test(text)
  )
    return undefined
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
