import { createHash } from 'node:crypto'

/**
 * Whether a text is a transaction in hex with this txid, which is the hash of its bytes without
 * witnesses. BIP-144
 */
export function isTransactionOf(text: Buffer, txid: string): boolean {
  const bytes = bytesOf(text)
  const parts = bytes && withoutWitnesses(bytes)
  return parts !== undefined && hashOf(parts) === txid
}

/** Whether a text is the header in hex of the block with this hash. */
export function isHeaderOf(text: Buffer, hash: string): boolean {
  const bytes = bytesOf(text)
  return bytes?.length === 80 && hashOf(bytes) === hash
}

function bytesOf(text: Buffer): Buffer | undefined {
  const hex = text.toString('latin1').trim()
  return /^[0-9a-f]+$/i.test(hex) && hex.length % 2 === 0 ? Buffer.from(hex, 'hex') : undefined
}

/**
 * The bytes of a transaction that its txid commits to. They are cut out and not decoded, because
 * decoding thousands of inputs would hold up other requests. Undefined for other bytes.
 */
function withoutWitnesses(bytes: Buffer): Buffer | undefined {
  const isSegwit = bytes[4] === 0 && bytes[5] === 1
  const start = isSegwit ? 6 : 4
  const end = skipParts(bytes, skipParts(bytes, start, { before: 36, after: 4 }), {
    before: 8,
    after: 0,
  })
  const isWhole = isSegwit ? end + 4 <= bytes.length : end + 4 === bytes.length
  return isWhole
    ? Buffer.concat([bytes.subarray(0, 4), bytes.subarray(start, end), bytes.subarray(-4)])
    : undefined
}

/**
 * The end of a list of inputs or outputs. Beyond the end of the bytes if they are too short.
 * @param sizes the bytes before and after the script of each part
 */
function skipParts(bytes: Buffer, start: number, sizes: { before: number; after: number }): number {
  const parts = countAt(bytes, start)
  let at = parts.end
  for (let left = parts.count; left > 0 && at < bytes.length; left -= 1) {
    const script = countAt(bytes, at + sizes.before)
    at = script.end + script.count + sizes.after
  }
  return at
}

/** The number at a place, in one, three, five or nine bytes. `Infinity` if it is beyond the end. */
function countAt(bytes: Buffer, at: number): { count: number; end: number } {
  const first = bytes[at]
  const size = first === 0xfd ? 2 : first === 0xfe ? 4 : 0
  if (first === undefined || first === 0xff || at + 1 + size > bytes.length)
    return { count: Infinity, end: Infinity }
  return { count: size === 0 ? first : bytes.readUIntLE(at + 1, size), end: at + 1 + size }
}

/** The double SHA-256 of bytes, in the order that people read. */
const hashOf = (bytes: Uint8Array): string =>
  Buffer.from(sha256(sha256(bytes)))
    .reverse()
    .toString('hex')

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
