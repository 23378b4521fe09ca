import { withLimit } from '@latchkey/server/waiting'
import type { Chain } from '../providers/chain.ts'
import { createSharedCache } from '../sharedCache.ts'
import type { Gateways } from './gateways.ts'
import { noMetadata, type Metadata } from './metadata.ts'
import { readNfts, type NftId } from './readNfts.ts'

/** Milliseconds that descriptions are kept, and that all of a page may take. */
const times = { kept: 600_000, page: 5_000 }
/** Descriptions that are kept, and the bytes of all: one is up to some 200 kB. */
const most = { entries: 500, bytes: 16 * 1024 * 1024 }

/** Reads what NFTs say of themselves, in the same order, and keeps it. What took too long, or was asked of nodes that are down, says nothing and is not kept. @throws the signal's reason */
export type NftReader = (chain: Chain, wanted: readonly NftId[], signal: AbortSignal) => Promise<Metadata[]>

/** Asks the chain's nodes for the address of the description, and then that address. `now` in milliseconds. */
export function createNftReader(options: { gateways: Gateways; fetch: typeof fetch; now: () => number }): NftReader {
  const cache = createSharedCache<Metadata>({ lifetime: times.kept, most: most.entries, bytes: { most: most.bytes, of: bytesOf }, now: options.now })
  return async (chain, wanted, signal) => {
    const keyOf = ({ token, tokenId, kind }: NftId) => `${chain.networkId}:${token}:${kind}:${tokenId}`
    const found = new Map(wanted.map((one) => [keyOf(one), cache.peek(keyOf(one))]))
    const missing = wanted.filter((one) => found.get(keyOf(one)) === undefined)
    try {
      const read = await withLimit(times.page, signal, (limited) => readNfts(chain, missing, { ...options, signal: limited }))
      missing.forEach((one, index) => {
        const metadata = read[index]
        if (!metadata) return
        found.set(keyOf(one), metadata)
        cache.set(keyOf(one), metadata)
      })
    } catch {
      signal.throwIfAborted() // whatever else it was, these NFTs are there without their descriptions
    }
    return wanted.map((one) => found.get(keyOf(one)) ?? noMetadata)
  }
}

/** Bytes that a description takes at most. */
function bytesOf({ name, description, picture, externalUrl, traits }: Metadata): number {
  const texts = [name, description, picture, externalUrl, ...traits.flatMap((trait) => [trait.name, trait.value])]
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0)
}
