// Every page reads addresses, and few write them: so reading is a file of its own.
import { base58Digits, fromBase58 } from './fromBase58.ts'

export { fromBase58 }

/** Encodes bytes in base58, as Solana and `did:key` do. */
export function toBase58(bytes: Uint8Array): string {
  const leading = bytes.findIndex((byte) => byte !== 0)
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) text = base58Digits[Number(value % 58n)] + text
  return '1'.repeat(leading === -1 ? bytes.length : leading) + text
}
