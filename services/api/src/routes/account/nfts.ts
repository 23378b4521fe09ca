import * as v from 'valibot'
import { unavailableHeader } from '@latchkey/protocol/api'
import { counts } from '@latchkey/protocol/limits'
import { accountNfts as protocolEndpoint, type Nft } from '@latchkey/protocol/nfts'
import { ApiError, unavailable } from '../../apiError.ts'
import type { Held, Hex } from '../../chainIndex/chainIndex.ts'
import type { Account, Chain, NftFacts, NftLabels, NftList } from '../../chains/chainReader.ts'
import { readAccount } from '../../chains/readAccount.ts'
import { parseOpaque } from '../../history/cursor.ts'
import { isNftLure, isLure } from '../../history/spam.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { accountEndpoint } from './accountEndpoint.ts'
import type { Metadata } from '../../nfts/metadata.ts'
import type { TokenLabel } from '../../providers/tokenLabel.ts'
import type { Service } from '../../service.ts'

/** Where a page ended: its chain, and the last NFT on that chain. */
const cursorSchema = v.object({
  chain: v.string(),
  token: v.custom<Hex>(
    (text) => typeof text === 'string' && /^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text),
  ),
  tokenId: v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
})
type Cursor = v.InferOutput<typeof cursorSchema>
type Row = NftChain & { held: Held }

/**
 * `NftChain`: a chain whose reader can list NFTs. `Open`: such a chain with the list of an account.
 */
type NftChain = { chain: Chain; nfts: NftFacts }
type Open = NftChain & { heldBy: NftList }

/**
 * Makes the endpoint of an account's NFTs, chain by chain in the operator's order. Some chains need
 * an index for this; on others the nodes can list NFTs.
 */
export function nfts(service: Service): Route {
  const endpoint = accountEndpoint(protocolEndpoint, service.readers)
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const account = readAccount(service.readers, query.address)
      const chains = service.chainsOf(account, query.chainId).flatMap(nftChain)
      if (chains.length === 0)
        throw new ApiError(400, 'chainId', 'NFTs of this chain are not served')
      const signal = clientSignal(call)
      const open = (
        await Promise.all(chains.map((entry) => openChain(entry, account, signal)))
      ).flat()
      if (open.length === 0) throw unavailable('', 'NFTs are unavailable')
      const cursor =
        query.cursor === undefined ? undefined : parseOpaque(cursorSchema, query.cursor)
      const { rows, next } = await readRows(open, cursor)
      const data = await describe(service, rows, signal)
      const down = chains.filter(
        ({ chain, nfts }) => !open.some((entry) => entry.chain === chain) || nfts.isBehind(),
      )
      if (down.length > 0)
        call.header(unavailableHeader, down.map(({ chain }) => chain.networkId).join(','))
      return answerJson(call, { data, next }, { 'cache-control': 'no-store' })
    },
  }
}

function nftChain(chain: Chain): NftChain[] {
  const { nfts } = chain.reader
  return nfts?.isListed ? [{ chain, nfts }] : []
}

/**
 * Opens the list of an account's NFTs on a chain. Empty if neither the index nor a node answers
 * now.
 */
async function openChain(entry: NftChain, account: Account, signal: AbortSignal): Promise<Open[]> {
  const heldBy = await entry.nfts.list(account, signal)
  return heldBy ? [{ ...entry, heldBy }] : []
}

async function readRows(
  open: readonly Open[],
  cursor: Cursor | undefined,
): Promise<{ rows: Row[]; next: string | null }> {
  const first = cursor ? open.findIndex(({ chain }) => chain.networkId === cursor.chain) : 0
  if (first < 0) throw new ApiError(400, 'cursor', 'Invalid cursor')
  const rows: Row[] = []
  for (const { chain, nfts, heldBy } of open.slice(first)) {
    const after =
      cursor?.chain === chain.networkId
        ? { token: cursor.token, tokenId: BigInt(cursor.tokenId) }
        : undefined
    const held = await heldBy(after, counts.nftPage + 1 - rows.length)
    rows.push(...held.map((holding) => ({ chain, nfts, held: holding })))
    if (rows.length > counts.nftPage) break
  }
  const last = rows[counts.nftPage - 1]
  if (rows.length <= counts.nftPage || !last) return { rows, next: null }
  const place: Cursor = {
    chain: last.chain.networkId,
    token: last.held.token,
    tokenId: String(last.held.tokenId),
  }
  return {
    rows: rows.slice(0, counts.nftPage),
    next: Buffer.from(JSON.stringify(place)).toString('base64url'),
  }
}

const noNames = () => new Map<string, TokenLabel | null>()

async function describe(
  service: Service,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<Nft[]> {
  const chains = [...new Map(rows.map(({ chain, nfts }) => [chain, nfts]))]
  const parts = await Promise.all(
    chains.map(([chain, nfts]) => {
      const held = rows.filter((row) => row.chain === chain).map((row) => row.held)
      return describeHeld(service, { chain, nfts }, held, signal)
    }),
  )
  return parts.flat()
}

async function describeHeld(
  { readNfts }: Service,
  { chain, nfts }: NftChain,
  held: readonly Held[],
  signal: AbortSignal,
): Promise<Nft[]> {
  const [labels, metadata] = await Promise.all([
    // if this fails, the NFTs are listed without the names of their collections
    nfts.labels([...new Set(held.map(({ token }) => token))], signal).catch(noNames),
    readNfts(chain, held, signal),
  ])
  const confirmed = [...new Set([...labels.values()].flatMap((label) => label?.collection ?? []))]
  const collections =
    confirmed.length > 0 ? await nfts.labels(confirmed, signal).catch(noNames) : noNames()
  signal.throwIfAborted()
  return held.map((holding, index) => {
    const label = labels.get(holding.token)
    const group = label?.collection && collections.get(label.collection)
    return toNft({ chain, nfts, held: holding }, metadata[index], { label, group })
  })
}

function toNft({ chain, nfts, held }: Row, metadata: Metadata | undefined, labels: NftLabels): Nft {
  const { isTrusted, ...described } = nfts.describe(held, metadata?.name, labels)
  const { name, collection } = described
  const { label } = labels
  return {
    chainId: chain.networkId,
    contract: chain.kind.keys.addressText(held.token, chain.networkId),
    tokenId: String(held.tokenId),
    standard: described.standard,
    amount: String(held.amount),
    name,
    description: metadata?.description ?? null,
    collection,
    picture: metadata?.picture ?? null,
    externalUrl: metadata?.externalUrl ?? null,
    traits: metadata?.traits ?? [],
    flags: {
      is_spam:
        !isTrusted &&
        (isLure(collection.name, collection.symbol) ||
          isLure(label?.name ?? '', label?.symbol ?? '') ||
          isNftLure(name)),
    },
  }
}
