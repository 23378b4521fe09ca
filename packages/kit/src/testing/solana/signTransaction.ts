import { toBase58 } from '@latchkey/protocol/base58'
import { ProviderError } from '../providerError.ts'
import type { SolanaKey } from './solanaKeys.ts'

/**
 * Signs the bytes of a Solana transaction, and writes the signature at the signer's position.
 * `signature` is the transaction's first signature, which is also its hash.
 * @throws ProviderError -32602 when the key is no signer of the transaction
 */
export function signTransaction(
  { address, sign }: SolanaKey,
  transaction: Uint8Array,
): { bytes: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> } {
  const bytes = Uint8Array.from(transaction)
  const [count = 0] = bytes
  const message = bytes.slice(1 + 64 * count)
  const keys = (message[0] ?? 0) & 0x80 ? 5 : 4
  const index = Array.from({ length: count }, (_, at) =>
    toBase58(message.slice(keys + 32 * at, keys + 32 * (at + 1))),
  ).indexOf(address)
  if (index === -1) throw new ProviderError(-32602, 'This key does not sign here.')
  bytes.set(sign(message), 1 + 64 * index)
  return { bytes, signature: bytes.slice(1, 65) }
}
