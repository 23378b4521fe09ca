/** The forms of Solana's networks, namespace `solana`. */
import { fromBase58 } from '../base58.ts'
import { anyReference, unchanged } from './anyForm.ts'
import type { ChainForms } from './ChainForms.ts'

/**
 * Whether a value is an address of Solana: 32 bytes in base58, in the network's own spelling. It
 * may be an address without a key.
 */
export function isSolanaAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) &&
    fromBase58(value).length === 32
  )
}

/** Solana: one spelling of an address. */
export const solana = {
  name: 'Solana',
  reference: anyReference,
  isNumbered: false,
  addressPrefix: '',
  isAddress: isSolanaAddress,
  addressKey: unchanged,
  isServed: true,
  isEmbedded: true,
} as const satisfies ChainForms

/**
 * The bytes of a transaction in the network's own format, with empty signatures where signers are
 * missing. `getTransactionEncoder().encode(…)` of `@solana/kit` and `serialize({
 * requireAllSignatures: false })` of `@solana/web3.js` give them.
 */
export type SolanaTransaction = { serialized: ArrayLike<number> }
