/** Bytes with Node's Buffer methods that decode them. */
class Bytes extends Uint8Array {
  override toString(encoding = 'utf8'): string {
    if (encoding === 'hex')
      return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
    if (encoding === 'base64')
      return btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''))
    return new TextDecoder().decode(this)
  }
}

/** Does what `Buffer.from` does in Node, for texts, lists of bytes and parts of an ArrayBuffer. */
export function from(
  source: string | ArrayLike<number> | ArrayBuffer,
  encodingOrStart?: string | number,
  length?: number,
): Bytes {
  if (source instanceof ArrayBuffer)
    return new Bytes(
      source.slice(
        Number(encodingOrStart ?? 0),
        length === undefined ? undefined : Number(encodingOrStart ?? 0) + length,
      ),
    )
  if (typeof source !== 'string') return new Bytes(source)
  if (encodingOrStart === 'hex')
    return new Bytes((source.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16)))
  if (encodingOrStart !== 'base64') return new Bytes(new TextEncoder().encode(source))
  const standard = source.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return new Bytes(Array.from(atob(standard), (character) => character.charCodeAt(0)))
}

/**
 * Adds `Buffer` to the page: the relay's client reads sign-in requests with Node's Buffer, which
 * browsers do not have.
 */
export function installBuffer(): void {
  if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer: { from } })
}
