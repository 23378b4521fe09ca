import { hexToBytes, type Hex } from 'viem'

/** Maximum of bytes of a name. Source: RFC 1035 */
const max = 255

/**
 * Reads a name in DNS encoding: each label comes after its length, and a zero ends the name.
 * Undefined for invalid bytes. Source: ENSIP-10
 */
export function readDnsName(encoded: Hex): string | undefined {
  const bytes = hexToBytes(encoded)
  if (bytes.length > max) return undefined
  const labels: string[] = []
  let at = 0
  for (let length = bytes[at]; length !== 0; length = bytes[at]) {
    const label =
      length === undefined ? undefined : textOf(bytes.subarray(at + 1, at + 1 + length), length)
    if (label === undefined || label.includes('.')) return undefined
    labels.push(label)
    at += 1 + (length ?? 0)
  }
  return at === bytes.length - 1 && labels.length > 0 ? labels.join('.') : undefined
}

/** Decodes bytes as UTF-8. Undefined if they are invalid, or if their number is not `length`. */
function textOf(bytes: Uint8Array, length: number): string | undefined {
  if (bytes.length !== length) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined // the bytes are not UTF-8
  }
}
