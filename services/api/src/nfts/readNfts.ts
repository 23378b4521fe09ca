import { counts } from '@latchkey/protocol/limits'
import { readLimited } from '@latchkey/server/readLimited'
import { withLimit } from '@latchkey/server/waiting'
import { NodesError } from '../providers/nodes.ts'
import { parseDataUri } from './dataUri.ts'
import { throughGateway, type Gateways } from './gateways.ts'
import { noMetadata, readMetadata, type Metadata } from './metadata.ts'
import type { Chain, NftId } from '../chains/chainReader.ts'

/** Milliseconds for one NFT's metadata from a gateway. */
const fetchLimit = 3_000

/**
 * The metadata of NFTs, in order. Empty if it cannot be loaded; undefined if no node answers for
 * the NFT now.
 * @throws NodesError when no node answers; the signal's reason
 */
export async function readNfts(
  chain: Pick<Chain, 'reader'>,
  wanted: readonly NftId[],
  options: { gateways: Gateways; fetch: typeof fetch; signal: AbortSignal },
): Promise<(Metadata | undefined)[]> {
  const links = (await chain.reader.nfts?.links(wanted, options.signal)) ?? []
  return Promise.all(
    links.map((link) =>
      link instanceof NodesError
        ? undefined
        : link === undefined
          ? noMetadata
          : readLink(link, options),
    ),
  )
}

async function readLink(
  link: string,
  {
    gateways,
    fetch,
    signal,
  }: { gateways: Gateways; fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<Metadata> {
  if (/^data:/i.test(link))
    return readMetadata(
      parseDataUri(link, 2 * counts.nftMetadataBytes)?.bytes.toString() ?? '',
      gateways,
    )
  const address = throughGateway(link.slice(0, counts.walletLink), gateways)
  if (address === undefined) return noMetadata
  try {
    return readMetadata(
      await withLimit(fetchLimit, signal, (limited) => fetchJson(address, fetch, limited)),
      gateways,
    )
  } catch {
    signal.throwIfAborted()
    return noMetadata // an NFT whose metadata cannot be read is listed anyway
  }
}

async function fetchJson(
  address: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(address, {
    signal,
    headers: { accept: 'application/json' },
    redirect: 'error',
  })
  if (response.ok) return (await readLimited(response.body, counts.nftMetadataBytes)).toString()
  await response.body?.cancel()
  return ''
}
