/** The forms of Solana's networks, namespace `solana`. */
import { fromBase58 } from '../base58.ts'
import type { OwnForms } from './ChainForms.ts'

/**
 * Whether a value is an address of Solana: 32 bytes in base58, in the network's own spelling. The
 * address may have no key.
 */
export function isSolanaAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) &&
    fromBase58(value).length === 32
  )
}

/**
 * The text that means SOL in requests to the API. No mint has this address; wrapped SOL ends with
 * 2. docs/contracts/api.md#fixed-values
 */
export const nativeSolanaAddress = 'So11111111111111111111111111111111111111111'

/**
 * The names that Solana's networks have in sign-ins and in the Wallet Standard, by their CAIP-2
 * reference. Wallet Standard, `SolanaSignInInput`
 */
export const solanaNames: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHScCKQ3z': 'testnet',
}

/** Solana: an address has one spelling. */
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
 * The bytes of a transaction in the network's own format, with empty signatures for missing
 * signers. `getTransactionEncoder().encode(…)` of `@solana/kit` and `serialize({
 * requireAllSignatures: false })` of `@solana/web3.js` return them.
 */
export type SolanaTransaction = { serialized: ArrayLike<number> }
