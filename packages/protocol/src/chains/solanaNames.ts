/**
 * The names of Solana's networks in sign-ins and in the Wallet Standard (`SolanaSignInInput`), by
 * their CAIP-2 reference.
 */
export const solanaNames: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHScCKQ3z': 'testnet',
}
