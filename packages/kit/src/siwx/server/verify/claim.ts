/** A signature to check: which account is said to have signed which text. */
export type Claim = {
  /** CAIP-2. */
  chainId: string
  address: string
  /** Exactly what was signed. */
  message: string
  /**
   * As wallets of the network write it: hex on EIP-155 and Polkadot, base58 or base64 on Solana,
   * base64 on Bitcoin.
   */
  signature: string
}

/** The bytes of a claim's text. */
export const bytesOf = (message: string) => new TextEncoder().encode(message)

/** The bytes of a text in hex with `0x`; undefined for another text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (!/^0x(?:[\da-fA-F]{2})+$/.test(text)) return undefined
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The bytes of a text in base64 with its padding; undefined for another text. RFC 4648, 4 */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z\d+/]+={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return btoa(String.fromCharCode(...bytes)) === text ? bytes : undefined
}

/** Whether both are the same bytes. */
export function isSameBytes(bytes: Uint8Array, otherBytes: Uint8Array): boolean {
  return (
    bytes.length === otherBytes.length && bytes.every((byte, index) => byte === otherBytes[index])
  )
}
