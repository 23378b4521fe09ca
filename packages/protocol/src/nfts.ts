/** The NFTs of an account. Only this API has this endpoint. docs/contracts/api.md#nfts */
import * as v from 'valibot'
import { caller, get, networkId, servedAddress } from './api.ts'
import { counts } from './limits.ts'
import { firstOf, listOf } from './listOf.ts'

/** A picture inside the answer, or a URL. No scheme that runs a script is allowed. */
const picture = v.pipe(v.string(), v.regex(/^(?:https?:\/\/|data:image\/)/i, 'Invalid picture'))
const page = v.pipe(v.string(), v.regex(/^https?:\/\//i, 'Invalid link'))

/**
 * One NFT, or several copies of it. Its texts are cleaned and cut. `picture` is a data URI, or a
 * URL of the operator's gateway. `is_spam` marks an NFT that lures people or was sent to many
 * accounts.
 */
export const nft = v.object({
  /** A CAIP-2 id. */
  chainId: networkId,
  /** The contract; on Solana it is the mint. */
  contract: servedAddress,
  tokenId: v.pipe(v.string(), v.regex(/^\d{1,78}$/, 'Invalid id')),
  /** `NFT` is a mint without decimals, on Solana. */
  standard: v.picklist(['ERC721', 'ERC1155', 'NFT']),
  /** The number of copies, a whole number. */
  amount: v.pipe(v.string(), v.regex(/^\d{1,100}$/, 'Invalid amount')),
  name: v.string(),
  description: v.nullish(v.string()),
  collection: v.object({ name: v.string(), symbol: v.string() }),
  picture: v.nullish(picture),
  /** A page to which the NFT links. */
  externalUrl: v.nullish(page),
  traits: firstOf(v.object({ name: v.string(), value: v.string() }), counts.apiRows),
  flags: v.object({ is_spam: v.boolean() }),
})
export type Nft = v.InferOutput<typeof nft>

/**
 * A page of an account's NFTs on one chain or on all, sorted by contract and id. The header
 * `x-latchkey-unavailable` lists the chains that did not answer, or whose newest NFTs may be
 * missing.
 */
export const accountNfts = get(
  '/v1/account/{address}/nfts',
  v.object({
    ...caller,
    address: servedAddress,
    chainId: v.optional(networkId),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(counts.historyCursor))),
  }),
  v.object({ data: listOf(nft, counts.apiRows), next: v.nullish(v.string()) }),
)
export type AccountNfts = v.InferOutput<typeof accountNfts.answer>
