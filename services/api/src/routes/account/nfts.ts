import * as v from 'valibot'
import { unavailableHeader } from '@latchkey/protocol/api'
import { counts } from '@latchkey/protocol/limits'
import { accountNfts as endpoint, type Nft } from '@latchkey/protocol/nfts'
import { addressText, plainText, readAccount, type Account } from '../../addressText.ts'
import { ApiError, unavailable } from '../../apiError.ts'
import type { Held, Hex } from '../../chainIndex/chainIndex.ts'
import { kinds } from '../../db/schema.ts'
import { parseOpaque } from '../../history/cursor.ts'
import { isNftLure, isLure } from '../../history/spam.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { nftName } from '../../nfts/nftName.ts'
import type { Chain } from '../../providers/chain.ts'
import { NodesError } from '../../providers/nodes.ts'
import type { TokenLabel } from '../../providers/tokens.ts'
import type { Service } from '../../service.ts'

/** The end of a page: its chain, and the last NFT of that chain. */
const cursorSchema = v.object({
  chain: v.string(),
  token: v.custom<Hex>(
    (text) => typeof text === 'string' && /^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text),
  ),
  tokenId: v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
})
type Cursor = v.InferOutput<typeof cursorSchema>
type Row = { chain: Chain; held: Held }

/** Characters of the mint in the name of an NFT without a name. */
const shortName = 6
const nftKinds = [kinds.erc721, kinds.erc1155]

/** A chain, with the function that lists an account's NFTs by contract and id. */
type Open = {
  chain: Chain
  heldBy: (
    after: Pick<Held, 'token' | 'tokenId'> | undefined,
    max: number,
  ) => Promise<readonly Held[]>
}

/**
 * A page of an account's NFTs, chain by chain in the operator's order. EVM chains need an index for
 * it; on Solana the nodes list them.
 */
export function nfts(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const account = readAccount(query.address)
      const chains = service
        .chainsOf(account.namespace, query.chainId)
        .filter((chain) => chain.namespace === 'solana' || chain.index)
      if (chains.length === 0)
        throw new ApiError(400, 'chainId', 'NFTs of this chain are not served')
      const signal = clientSignal(call)
      const open = (
        await Promise.all(chains.map((chain) => openChain(service, chain, account, signal)))
      ).flat()
      if (open.length === 0) throw unavailable('', 'NFTs are unavailable')
      const cursor =
        query.cursor === undefined ? undefined : parseOpaque(cursorSchema, query.cursor)
      const { rows, next } = await readRows(open, cursor)
      const data = await describe(service, rows, signal)
      const down = chains.filter(
        (chain) =>
          !open.some((entry) => entry.chain === chain) ||
          (chain.namespace === 'eip155' && service.indexer?.isBehind(chain.networkId)),
      )
      if (down.length > 0)
        call.header(unavailableHeader, down.map((chain) => chain.networkId).join(','))
      return answerJson(call, { data, next }, { 'cache-control': 'no-store' })
    },
  }
}

/** Undefined where neither the index nor a node answers now. */
async function openChain(
  { indexer, state }: Service,
  chain: Chain,
  { key }: Account,
  signal: AbortSignal,
): Promise<Open[]> {
  if (chain.namespace === 'eip155') {
    const index = await indexer?.index(chain.networkId)
    return index ? [{ chain, heldBy: (after, max) => index.heldBy(key, nftKinds, after, max) }] : []
  }
  try {
    const { tokens } = await state.assets(chain, key, signal)
    const held = tokens
      .filter(({ decimals }) => decimals === 0)
      .map(({ mint, amount }): Held => ({ token: mint, kind: kinds.erc1155, tokenId: 0n, amount }))
    return [
      {
        chain,
        heldBy: async (after, max) =>
          held.filter(({ token }) => !after || token > after.token).slice(0, max),
      },
    ]
  } catch (error) {
    if (error instanceof NodesError) return []
    throw error
  }
}

async function readRows(
  open: readonly Open[],
  cursor: Cursor | undefined,
): Promise<{ rows: Row[]; next: string | null }> {
  const first = cursor ? open.findIndex(({ chain }) => chain.networkId === cursor.chain) : 0
  if (first < 0) throw new ApiError(400, 'cursor', 'Invalid cursor')
  const rows: Row[] = []
  for (const { chain, heldBy } of open.slice(first)) {
    const after =
      cursor?.chain === chain.networkId
        ? { token: cursor.token, tokenId: BigInt(cursor.tokenId) }
        : undefined
    const held = await heldBy(after, counts.nftPage + 1 - rows.length)
    rows.push(...held.map((holding) => ({ chain, held: holding })))
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
  const chains = [...new Set(rows.map(({ chain }) => chain))]
  const parts = await Promise.all(
    chains.map(async (chain) => {
      const held = rows.filter((row) => row.chain === chain).map((row) => row.held)
      const [labels, metadata] = await Promise.all([
        service.state
          .labels(chain, [...new Set(held.map(({ token }) => token))], signal)
          .catch(noNames), // the NFTs are shown without the names of their collections
        service.readNfts(chain, held, signal),
      ])
      const confirmed = [
        ...new Set([...labels.values()].flatMap((label) => label?.collection ?? [])),
      ]
      const collections =
        confirmed.length > 0
          ? await service.state.labels(chain, confirmed, signal).catch(noNames)
          : noNames()
      signal.throwIfAborted()
      return held.map((holding, index): Nft => {
        const described = metadata[index]
        const known =
          chain.namespace === 'eip155' &&
          chain.collections.find(({ address }) => address === holding.token)
        const label = labels.get(holding.token)
        const group = label?.collection && collections.get(label.collection)
        const collection = {
          name: known ? known.name : group?.name || label?.name || '',
          symbol: group?.symbol || label?.symbol || '',
        }
        const name =
          chain.namespace === 'solana'
            ? described?.name ||
              label?.name ||
              plainText(chain.namespace, holding.token).slice(0, shortName)
            : nftName(described?.name, collection.name, holding.tokenId)
        return {
          chainId: chain.networkId,
          contract: addressText(chain.namespace, holding.token),
          tokenId: String(holding.tokenId),
          standard:
            chain.namespace === 'solana'
              ? 'NFT'
              : holding.kind === kinds.erc721
                ? 'ERC721'
                : 'ERC1155',
          amount: String(holding.amount),
          name,
          description: described?.description ?? null,
          collection,
          picture: described?.picture ?? null,
          externalUrl: described?.externalUrl ?? null,
          traits: described?.traits ?? [],
          flags: {
            is_spam:
              !known &&
              (isLure(collection.name, collection.symbol) ||
                isLure(label?.name ?? '', label?.symbol ?? '') ||
                isNftLure(name)),
          },
        }
      })
    }),
  )
  return parts.flat()
}
