import { fromBase58 } from './base58.ts'

/**
 * Whether a value is an address of Solana: 32 bytes in base58, as the network itself writes them.
 * Whether somebody has its key is not checked.
 */
export function isSolanaAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) &&
    fromBase58(value).length === 32
  )
}
