import * as v from 'valibot'
import { unavailableHeader } from '@latchkey/protocol/api'
import { counts } from '@latchkey/protocol/limits'
import { accountNfts as endpoint, type Nft } from '@latchkey/protocol/nfts'
import { addressText, plainText, readAccount, type Account } from '../../addressText.ts'
import { ApiError, unavailable } from '../../apiError.ts'
import type { Held, Hex } from '../../chainIndex/chainIndex.ts'
import { kinds } from '../../db/schema.ts'
import { parseOpaque } from '../../history/cursor.ts'
import { isBait, isLure } from '../../history/spam.ts'
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

/** Characters of its mint that name an NFT without a name. */
const shortName = 6
const nftKinds = [kinds.erc721, kinds.erc1155]

/** A chain, and its reader of what an account holds, by contract and id. */
type Open = {
  chain: Chain
  heldBy: (
    after: Pick<Held, 'token' | 'tokenId'> | undefined,
    max: number,
  ) => Promise<readonly Held[]>
}

/**
 * A page of an account's NFTs, chain by chain in the operator's order. Of EVM chains only indexed
 * ones have NFTs; on Solana the nodes know them.
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
          !open.some((one) => one.chain === chain) ||
          (chain.namespace === 'eip155' && service.indexer?.isBehind(chain.networkId)),
      )
      if (down.length > 0)
        call.header(unavailableHeader, down.map((chain) => chain.networkId).join(','))
      return answerJson(call, { data, next }, { 'cache-control': 'no-store' })
    },
  }
}

/** Nothing where neither the index nor a node can tell now. */
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
    rows.push(...held.map((one) => ({ chain, held: one })))
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
      return held.map((one, index): Nft => {
        const said = metadata[index]
        const known =
          chain.namespace === 'eip155' &&
          chain.collections.find(({ address }) => address === one.token)
        const label = labels.get(one.token)
        const group = label?.collection && collections.get(label.collection)
        const collection = {
          name: known ? known.name : group?.name || label?.name || '',
          symbol: group?.symbol || label?.symbol || '',
        }
        const name =
          chain.namespace === 'solana'
            ? said?.name || label?.name || plainText(chain.namespace, one.token).slice(0, shortName)
            : nftName(said?.name, collection.name, one.tokenId)
        return {
          chainId: chain.networkId,
          contract: addressText(chain.namespace, one.token),
          tokenId: String(one.tokenId),
          standard:
            chain.namespace === 'solana' ? 'NFT' : one.kind === kinds.erc721 ? 'ERC721' : 'ERC1155',
          amount: String(one.amount),
          name,
          description: said?.description ?? null,
          collection,
          picture: said?.picture ?? null,
          externalUrl: said?.externalUrl ?? null,
          traits: said?.traits ?? [],
          flags: {
            is_spam:
              !known &&
              (isLure(collection.name, collection.symbol) ||
                isLure(label?.name ?? '', label?.symbol ?? '') ||
                isBait(name)),
          },
        }
      })
    }),
  )
  return parts.flat()
}
