/** The forms of Solana's networks, namespace `solana`. */
import { fromBase58 } from '../fromBase58.ts'
import type { OwnForms } from './ChainForms.ts'

/**
 * Whether a value is a Solana address: 32 bytes in base58, in the canonical spelling. There may be
 * no private key for the address.
 */
export function isSolanaAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) &&
    fromBase58(value).length === 32
  )
}

/**
 * The text that means SOL in requests to the API. No mint has this address; the mint of wrapped SOL
 * ends with 2 instead. docs/contracts/api.md#fixed-values
 */
export const nativeSolanaAddress = 'So11111111111111111111111111111111111111111'

/** The forms of Solana. An address has one spelling. */
export const solana = {
  name: 'Solana',
  mainNetwork: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  drawing: 'SOL',
  isAddress: isSolanaAddress,
  isTransactionHash: (value): value is string =>
    typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value),
  nativeToken: nativeSolanaAddress,
  isNftToken: true,
  isServed: true,
  isEmbedded: true,
} as const satisfies OwnForms

/**
 * The bytes of a transaction in the network's own format. A missing signature is empty.
 * `getTransactionEncoder().encode(…)` of `@solana/kit` and `serialize({ requireAllSignatures: false
 * })` of `@solana/web3.js` return these bytes.
 */
export type SolanaTransaction = { serialized: ArrayLike<number> }
