import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { Hex } from '../../chainIndex/chainIndex.ts'

/**
 * The bytes of an address, a hash or a signature as hex, the form of the index and the service.
 * @throws RangeError when the text is not base58
 */
export function toKey(text: string): Hex {
  return `0x${Buffer.from(fromBase58(text)).toString('hex')}`
}

/** The same bytes in base58, which is Solana's form. */
export function keyText(key: string): string {
  return toBase58(Buffer.from(key.slice(2), 'hex'))
}
