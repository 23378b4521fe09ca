import { withLimit } from '@latchkey/server/waiting'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Gateways } from './gateways.ts'
import { noMetadata, type Metadata } from './metadata.ts'
import { readNfts } from './readNfts.ts'
import type { Chain, NftId } from '../chains/chainReader.ts'

/**
 * Milliseconds. `cached`: how long metadata is cached. `page`: the limit for all metadata of a
 * page.
 */
const times = { cached: 600_000, page: 5_000 }
/**
 * Maximum of cached metadata, and of its bytes. The metadata of one NFT takes up to about 200 kB.
 */
const max = { entries: 500, bytes: 16 * 1024 * 1024 }

/**
 * Reads the metadata of NFTs, in order, and caches it. An NFT for which no node answers gets empty
 * metadata, which is not cached. If all of it together takes too long, every NFT that was not
 * cached yet gets such metadata.
 * @throws the signal's reason
 */
export type NftReader = (
  chain: Pick<Chain, 'networkId' | 'reader'>,
  wanted: readonly NftId[],
  signal: AbortSignal,
) => Promise<Metadata[]>

/**
 * Makes the reader. It requests the address of the metadata from the chain's nodes, and then loads
 * it. @param options.now milliseconds
 */
export function createNftReader(options: {
  gateways: Gateways
  fetch: typeof fetch
  now: () => number
}): NftReader {
  const cache = createSharedCache<Metadata>({
    lifetime: times.cached,
    max: max.entries,
    bytes: { max: max.bytes, of: bytesOf },
    now: options.now,
  })
  return async (chain, wanted, signal) => {
    const keyOf = ({ token, tokenId, kind }: NftId) =>
      `${chain.networkId}:${token}:${kind}:${tokenId}`
    const found = new Map(wanted.map((nft) => [keyOf(nft), cache.peek(keyOf(nft))]))
    const missing = wanted.filter((nft) => found.get(keyOf(nft)) === undefined)
    try {
      const read = await withLimit(times.page, signal, (limited) =>
        readNfts(chain, missing, { ...options, signal: limited }),
      )
      missing.forEach((nft, index) => {
        const metadata = read[index]
        if (!metadata) return
        found.set(keyOf(nft), metadata)
        cache.set(keyOf(nft), metadata)
      })
    } catch {
      signal.throwIfAborted() // after any other failure the NFTs are listed without metadata
    }
    return wanted.map((nft) => found.get(keyOf(nft)) ?? noMetadata)
  }
}

/** An upper limit of the bytes that metadata takes. */
function bytesOf({ name, description, picture, externalUrl, traits }: Metadata): number {
  const texts = [
    name,
    description,
    picture,
    externalUrl,
    ...traits.flatMap((trait) => [trait.name, trait.value]),
  ]
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0)
}
