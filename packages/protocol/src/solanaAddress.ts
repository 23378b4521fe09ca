import { fromBase58 } from './base58.ts'

/**
 * Whether a value is an address of Solana: 32 bytes in base58, in the network's own spelling. It may
 * be an address without a key.
 */
export function isSolanaAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) &&
    fromBase58(value).length === 32
  )
}
