import { createHash } from 'node:crypto'
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'

/** Whether a text is a transaction in hex with this txid, which is the hash of its bytes. BIP-141 */
export function isTransactionOf(text: Buffer, txid: string): boolean {
  const bytes = bytesOf(text)
  try {
    return bytes !== undefined && hashOf(RawOldTx.encode(RawTx.decode(bytes))) === txid
  } catch {
    return false // no transaction
  }
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

/** The double SHA-256 of bytes, in the order that people read. */
const hashOf = (bytes: Uint8Array): string =>
  Buffer.from(sha256(sha256(bytes)))
    .reverse()
    .toString('hex')

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
