import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { Hex } from '../../chainIndex/chainIndex.ts'

/**
 * The key of an address, a hash or a signature: its bytes as hex, as the index and the service use
 * it.
 * @throws RangeError when the text is not base58
 */
export function toKey(text: string): Hex {
  return `0x${Buffer.from(fromBase58(text)).toString('hex')}`
}

/** The text of a key in base58, as Solana writes it. */
export function keyText(key: string): string {
  return toBase58(Buffer.from(key.slice(2), 'hex'))
}
