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
 * An NFT, or several copies of one. Its texts are untrusted: they are cleaned and shortened. Show
 * them as text and its picture in an `<img>` only.
 */
export type Nft = {
  /** CAIP-19: `eip155:1/erc721:0x…/7`, `solana:…/nft:<mint>`. */
  id: AssetId
  networkId: NetworkId
  contract: string
  /** A decimal string without a fraction. */
  tokenId: string
  /** `NFT`: a mint without decimals on Solana. */
  standard: 'ERC721' | 'ERC1155' | 'NFT'
  /** The copies that the account has, as a decimal string without a fraction. */
  amount: string
  name: string
  description?: string
  collection: { name: string; symbol: string }
  /**
   * Only for an `<img>`: an https address behind the operator's gateway, an address of the site's
   * API, or a `data:image/` URI.
   */
  picture?: string
  /** The page that the NFT links to, https. */
  externalUrl?: string
  traits: readonly { name: string; value: string }[]
  /** Whether it is a scam, or was sent to many accounts that did not request it. */
  isSpam: boolean
}

/** A page of an account's NFTs. `next` is the cursor of the next page, absent on the last. */
export type NftPage = { nfts: readonly Nft[]; next?: string }

/** The maximum number of shown traits. */
const maxTraits = 30

/**
 * Returns a page of an account's NFTs on its network, from the site's API. Undefined if there is no
 * API, or the API does not list NFTs of this network; there is no other source.
 * @param cursor `next` of the previous page
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
