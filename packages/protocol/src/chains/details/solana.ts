/** What only some parts need of Solana's networks. */
import { unchanged } from '../anyForm.ts'
import type { ChainDetails } from './ChainDetails.ts'

/**
 * The text by which the API's requests name SOL. No mint has this address; wrapped SOL ends with 2.
 * docs/contracts/api.md#fixed-values
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

/** The details of Solana. */
export const solanaDetails: ChainDetails = {
  mainNetwork: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  drawing: 'SOL',
  networkNames: solanaNames,
  isTransactionHash: (value): value is string =>
    typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value),
  transactionKey: unchanged,
  hasNonce: false,
  nativeToken: nativeSolanaAddress,
  isNftToken: true,
  signIn: {
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    addressBytes: [32],
    isCaseChecksum: false,
    chain: /^[A-Za-z\d:-]{1,48}$/,
    isChainIdRead: true,
    isSparse: true,
  },
}
