/**
 * A request that a wallet of Solana asks its owner to approve, by the name of its feature.
 * `address`: the account, base58. Source: Wallet Standard
 */
export type SolanaRequest =
  | { feature: 'standard:connect' }
  /** `text`: the whole message of Sign In With Solana. */
  | { feature: 'solana:signIn'; address: string; text: string }
  | { feature: 'solana:signMessage'; address: string; messages: readonly Uint8Array[] }
  /** The bytes of the transactions, nobody's signature in its place yet. */
  | {
      feature: 'solana:signTransaction' | 'solana:signAndSendTransaction'
      address: string
      transactions: readonly Uint8Array[]
    }
