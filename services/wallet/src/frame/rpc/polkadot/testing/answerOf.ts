import { toHex } from '@latchkey/protocol/hex'
import { compactOf, toLittleEndian } from '../scale.ts'

/** A call of a node, as the wallet's server gets it. */
export type NodeCall = { method: string; params: readonly string[] }

/** The fee that the test's node tells, in the smallest unit. */
export const fee = 158_000_000n
/** What the account has, in the smallest unit. */
export const free = 50_000_000_000n

/** Bytes as JSON-RPC has them. */
export const bytesToHex = (...parts: readonly Uint8Array[]): string =>
  `0x${parts.map(toHex).join('')}`

/** The answers of a node of a chain. */
export function answerOf(
  metadata: Uint8Array,
  { method, params: [first] }: NodeCall,
): { result: unknown } {
  if (first === 'Metadata_metadata_at_version') {
    const bytes = bytesToHex(compactOf(BigInt(metadata.length)), metadata)
    return { result: `0x01${bytes.slice(2)}` }
  }
  if (first === 'TransactionPaymentApi_query_info')
    return {
      result: bytesToHex(
        compactOf(9n),
        compactOf(2n ** 32n),
        Uint8Array.of(0),
        toLittleEndian(fee, 16),
      ),
    }
  if (method === 'state_getStorage' && first?.startsWith('0x26aa'))
    return { result: bytesToHex(new Uint8Array(16), toLittleEndian(free, 16), new Uint8Array(48)) }
  if (method === 'state_getStorage' && first?.endsWith(toHex(toLittleEndian(1984n, 4)))) {
    const text = (word: string) => [word.length << 2, ...new TextEncoder().encode(word)]
    return {
      result: bytesToHex(
        Uint8Array.from([...new Uint8Array(16), ...text('Tether'), ...text('USDt'), 6, 0]),
      ),
    }
  }
  return { result: null }
}
