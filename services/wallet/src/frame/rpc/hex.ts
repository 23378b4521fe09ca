import { fromHex } from '@latchkey/protocol/hex'

/** Whether a text is `0x` and whole bytes of hex. */
export function isHexBytes(text: string): text is `0x${string}` {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text)
}

/** The bytes of a hex text. */
export function bytesOfHex(hex: `0x${string}`): Uint8Array<ArrayBuffer> {
  return fromHex(hex.slice(2))
}

/** A number as a JSON-RPC quantity. */
export function toQuantity(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}
