/**
 * A request that needs the approval of a Solana wallet's owner, by the name of its feature.
 * `address`: the account, base58. Source: Wallet Standard
 */
export type SolanaRequest =
  | { feature: 'standard:connect' }
  /** `text`: the whole message of Sign In With Solana. */
  | { feature: 'solana:signIn'; address: string; text: string }
  | { feature: 'solana:signMessage'; address: string; messages: readonly Uint8Array[] }
  /** The bytes of the unsigned transactions. */
  | {
      feature: 'solana:signTransaction' | 'solana:signAndSendTransaction'
      address: string
      transactions: readonly Uint8Array[]
    }
