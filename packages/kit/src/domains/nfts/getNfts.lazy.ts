import { isServedAddress } from '@latchkey/protocol/address'
import { formatAssetId } from '@latchkey/protocol/assetId'
import type { AssetId } from '@latchkey/protocol/assetId'
import type { AccountId, NetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import { accountNfts } from '@latchkey/protocol/nfts'
import type { Nft as NftOnWire } from '@latchkey/protocol/nfts'
import { isPageLink } from '@latchkey/protocol/links'
import { callApi } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { isRefused } from '../../core/errors/isRefused.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { readAccountId } from '../../core/options/readAccountId.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * An NFT, of which the account has one or several copies. Its texts are untrusted, and are cleaned
 * and shortened. Show them only as text, and the picture only in an `<img>`.
 */
export type Nft = {
  /** CAIP-19: `eip155:1/erc721:0x…/7`, `solana:…/nft:<mint>`. */
  id: AssetId
  networkId: NetworkId
  contract: string
  /** A decimal string without a fraction. */
  tokenId: string
  /** On Solana it is `NFT`: a mint without decimals. */
  standard: 'ERC721' | 'ERC1155' | 'NFT'
  /** How many copies the account has, as a decimal string without a fraction. */
  amount: string
  name: string
  description?: string
  collection: { name: string; symbol: string }
  /**
   * The picture's URL, only for an `<img>`: an https URL of the operator's gateway, a URL of the
   * site's API, or a `data:image/` URI.
   */
  picture?: string
  /** The page that the NFT links to, https. */
  externalUrl?: string
  traits: readonly { name: string; value: string }[]
  /** Whether the NFT is a scam, or was sent to many accounts that had not requested it. */
  isSpam: boolean
}

/** A page of an account's NFTs. `next` is the cursor of the next page, absent on the last page. */
export type NftPage = { nfts: readonly Nft[]; next?: string }

/** The maximum number of shown traits. */
const maxTraits = 30

/**
 * Returns a page of an account's NFTs on its network, from the site's API. Undefined if there is no
 * API, or the API does not list NFTs of this network.
 * @param cursor the `next` of the previous page
 * @throws KitError caipInvalid, httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function getNfts(
  kit: Kit,
  { accountId, cursor, signal }: { accountId: AccountId; cursor?: string; signal?: AbortSignal },
): Promise<NftPage | undefined> {
  const { api } = contextOf(kit)
  const { address, networkId, namespace } = readAccountId(accountId)
  if (!api || !isServedAddress(address, namespace)) return undefined
  try {
    const query = { address, chainId: networkId, cursor }
    const { data, next } = await callApi(api, accountNfts, { query, signal })
    return {
      nfts: data
        .filter((nft) => nft.chainId === networkId)
        .map((nft) => readNft(nft, networkId, api.apiUrl)),
      next: next ?? undefined,
    }
  } catch (error) {
    if (cursor === undefined && isRefused(error, 'chainId')) return undefined
    throw error
  }
}

function readNft(
  {
    contract,
    tokenId,
    standard,
    amount,
    name,
    description,
    collection,
    picture,
    externalUrl,
    traits,
    flags,
  }: NftOnWire,
  networkId: NetworkId,
  apiUrl: string,
): Nft {
  return {
    id: formatAssetId({
      chainId: networkId,
      assetNamespace: standard.toLowerCase(),
      assetReference: contract,
      ...(standard !== 'NFT' && { tokenId }),
    }),
    networkId,
    contract,
    tokenId,
    standard,
    amount,
    name: cleanText(name) || `#${cleanText(tokenId)}`,
    description: cleanText(description, counts.nftDescription) || undefined,
    collection: { name: cleanText(collection.name), symbol: cleanText(collection.symbol) },
    picture: foreignPicture(picture, apiUrl),
    externalUrl: isPageLink(externalUrl) ? externalUrl : undefined,
    traits: traits
      .slice(0, maxTraits)
      .map((trait) => ({ name: cleanText(trait.name), value: cleanText(trait.value) })),
    isSpam: flags.is_spam,
  }
}
