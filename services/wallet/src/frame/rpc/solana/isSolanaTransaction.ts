/**
 * Whether bytes have the form of a transaction's message, whose signature would send it: Solana signs messages and transactions alike.
 * Legacy: a header of three counts, then a list of keys of 32 bytes each, then a recent blockhash. Version 0: the same behind a byte 0x80.
 */
export function isSolanaTransaction(bytes: Uint8Array): boolean {
  const start = (bytes[0] ?? 0) & 0x80 ? 1 : 0
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = bytes.subarray(start, start + 3)
  const keys = shortLength(bytes, start + 3)
  if (!keys || signers === 0 || readonlySigners >= signers) return false
  const { value: count, end } = keys
  return count >= signers + readonlyOthers && bytes.length >= end + count * 32 + 32 + 1
}

/** A compact-u16: seven bits a byte, the eighth says that another follows. */
function shortLength(bytes: Uint8Array, start: number): { value: number; end: number } | undefined {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { value, end: start + index + 1 }
  }
  return undefined
}
