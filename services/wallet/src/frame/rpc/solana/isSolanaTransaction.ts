/**
 * Whether bytes may be a transaction, so that their signature would authorise it: Solana signs
 * messages and transactions alike. In doubt the answer is yes. Three forms count:
 * - the message of a transaction, the part that is signed
 * - the signatures and then the message, the form that sites send
 * - messages of future versions
 */
export function isSolanaTransaction(bytes: Uint8Array): boolean {
  return isMessage(bytes) || isSigned(bytes)
}

const [keyLength, signatureLength] = [32, 64]
/** Highest future version. No text starts with such a byte. */
const newestVersion = 15

/**
 * Whether bytes are a transaction's message. Legacy: a header of three counts, a list of keys, a
 * recent blockhash. Version 0: a byte 0x80, then the parts of a legacy message. Version 1: counts,
 * and keys at some place. SIMD-0385
 */
function isMessage(bytes: Uint8Array): boolean {
  const version = (bytes[0] ?? 0) & 0x80 ? (bytes[0] ?? 0) & 0x7f : undefined
  const start = version === undefined ? 0 : 1
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = bytes.subarray(start, start + 3)
  if (signers === 0 || readonlySigners >= signers) return false
  if (version !== undefined && version > 0)
    return version <= newestVersion && bytes.length >= start + 3 + signers * keyLength + keyLength
  const keys = shortLength(bytes, start + 3)
  if (!keys) return false
  const { value: count, end } = keys
  return (
    count >= signers + readonlyOthers && bytes.length >= end + count * keyLength + keyLength + 1
  )
}

/** Whether bytes are a list of signatures and a message that needs as many. */
function isSigned(bytes: Uint8Array): boolean {
  const signatures = shortLength(bytes, 0)
  if (!signatures || signatures.value === 0) return false
  const message = bytes.subarray(signatures.end + signatures.value * signatureLength)
  return message[(message[0] ?? 0) & 0x80 ? 1 : 0] === signatures.value && isMessage(message)
}

/**
 * Reads a compact-u16: seven bits a byte, and the eighth says that another byte follows.
 */
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
