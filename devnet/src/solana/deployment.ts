import type { Baked } from '../deployment.ts'

/** A token that the bake has created. */
export type SolanaToken = {
  /** Address of the token's mint, base58. */
  mint: string
  /** `token`: SPL Token; `token2022`: Token-2022. */
  program: 'token' | 'token2022'
  name: string
  symbol: string
  decimals: number
  /** Made-up price in dollars. */
  price: number
  /** The token's fee of each transfer, in hundredths of a percent. Undefined without a fee. */
  feeBasisPoints?: number | undefined
  /** Path of the token's picture at the chain's URL. */
  picture: string
  /** The address of its Metaplex metadata account. Undefined if the mint itself has metadata. */
  metadataAccount?: string | undefined
}

/**
 * A collectible: a mint with a supply of one. A Token-2022 mint contains its name. The name of a
 * mint of SPL Token is in a metadata account of Metaplex's program.
 */
export type SolanaNft = {
  mint: string
  name: string
  symbol: string
  /** Path of the metadata at the chain's URL. */
  metadata: string
  picture: string
  /** The address of its Metaplex metadata account. Undefined if the mint itself has metadata. */
  metadataAccount?: string | undefined
  /** The mint of the verified collection to which the collectible belongs. */
  collection?: string | undefined
}

/** The contents of the Solana chain, stored in `devnet/baked/solana.json`. */
export type SolanaDeployment = Baked<string> & {
  networkId: string
  /** Made-up price of one SOL in dollars. */
  nativePrice: number
  tokens: readonly SolanaToken[]
  nfts: readonly SolanaNft[]
}
