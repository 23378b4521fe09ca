import type { Baked } from '../deployment.ts'

/** A token that the bake made. */
export type SolanaToken = {
  /** Address of its mint, base58. */
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
  /** Path of its picture at the chain's URL. */
  picture: string
  /** The account of Metaplex's program with its name. Undefined when the mint itself has it. */
  metadataAccount?: string | undefined
}

/**
 * A collectible: a mint with a supply of one. A Token-2022 mint has its own name; the name of a
 * mint of the first program is in an account of Metaplex's program.
 */
export type SolanaNft = {
  mint: string
  name: string
  symbol: string
  /** Path of its metadata at the chain's URL. */
  metadata: string
  picture: string
  /** The account of Metaplex's program with its name. Undefined when the mint itself has it. */
  metadataAccount?: string | undefined
  /** The mint of its verified collection. */
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
