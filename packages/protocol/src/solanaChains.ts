/**
 * The names that Solana's networks have in sign-ins and in the Wallet Standard, by their CAIP-2
 * reference. Wallet Standard, `SolanaSignInInput`
 */
export const solanaNames: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHScCKQ3z': 'testnet',
}
