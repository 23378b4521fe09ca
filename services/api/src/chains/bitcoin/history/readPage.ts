import { NodesError, type Request } from '../../../providers/nodes.ts'
import type { CursorPlace, PageStart } from '../../../chainIndex/chainIndex.ts'
import type { Tip } from '../esplora/atOneTip.ts'
import type { EsploraTransaction } from '../esplora/esploraWire.ts'
import { spentBy, type OwnAddress } from '../ownCoins.ts'
import { AddressWalk, LostPlaceError, type Mined } from './AddressWalk.ts'
import { readResume, writeResume } from './resume.ts'

/** The block of transactions that wait for one, so that they come first. */
export const waitingBlock = Number.MAX_SAFE_INTEGER

/**
 * A transaction of the account, and its place. `minedAt` is in seconds since 1970. Times of blocks
 * may go back; here they never do, so that rows have the same order by time as by place.
 */
export type PageRow = CursorPlace & { minedAt: number; transaction: EsploraTransaction }

/** A page of an account's transactions, newest first. */
export type Page = { rows: readonly PageRow[]; isLast: boolean; isBehind: boolean }

/**
 * How often the walks may go on before they reach the start of the page. A cursor of this service
 * needs it only for transactions that came since; without the limit, a made-up one would cause a
 * hundred requests.
 */
const maxSkips = 10

export type PageParameters = {
  addresses: readonly OwnAddress[]
  start: PageStart
  limit: number
  tip: Tip
  /** Seconds since 1970. */
  now: number
  signal: AbortSignal
}

/**
 * Reads a page of an account's transactions from one node: first those that wait for a block, on
 * the first page only, then those in blocks. If the node does not continue at the place of the
 * cursor, all is read from the top: a cursor that a client has invented must not look like a fault
 * of the node.
 * @throws NodesError when the node does not answer, or contradicts itself
 */
export async function readPage(request: Request, parameters: PageParameters): Promise<Page> {
  try {
    return await readFromPlace(request, parameters)
  } catch (error) {
    const { before, ...start } = parameters.start
    if (!before || !(error instanceof LostPlaceError)) throw error
    const { block, index } = before
    return readFromPlace(request, { ...parameters, start: { ...start, before: { block, index } } })
  }
}

async function readFromPlace(request: Request, parameters: PageParameters): Promise<Page> {
  const { addresses, start, limit, tip, now, signal } = parameters
  const { before, latest } = start
  const scripts = new Set(addresses.map(({ script }) => script))
  const places = readResume(before?.resume, addresses.length)
  const walks = await Promise.all(
    addresses.map((address, index) =>
      AddressWalk.open(request, { address, scripts, tip, signal, from: places[index] }),
    ),
  )
  const isFirst = before === undefined && latest === undefined
  let found = select(walks, start)
  let skips = 0
  while (found.length <= limit && walks.some(({ isDone }) => !isDone)) {
    const reached = Math.max(...walks.map((walk) => walk.reached))
    if (isAbove(walks, start, reached) && ++skips > maxSkips)
      throw new NodesError('The page starts too far below the top')
    await Promise.all(walks.filter((walk) => walk.reached === reached).map((walk) => walk.next()))
    found = select(walks, start)
  }
  const mined = withTimes(found, before ? latest : undefined).map((row) => ({
    ...row,
    resume: writeResume(walks.map((walk) => walk.resumeAbove(row.block))),
  }))
  const { rows: waiting, isWhole } = isFirst
    ? waitingRows(walks, Math.max(now, mined[0]?.minedAt ?? 0), limit - 1)
    : { rows: [], isWhole: true }
  const all = [...waiting, ...mined]
  return {
    rows: all.slice(0, limit),
    isLast: all.length <= limit && walks.every(({ isDone }) => isDone),
    isBehind: !isWhole,
  }
}

/** Whether all transactions that were read are newer than the start of the page. */
function isAbove(
  walks: readonly AddressWalk[],
  { before, latest = Infinity }: PageStart,
  reached: number,
): boolean {
  if (before) return reached > before.block
  const last = walks.find((walk) => walk.reached === reached)?.rows.at(-1)
  return last !== undefined && last.status.block_time > latest
}

/** A transaction in a block, and its place. */
type MinedRow = { block: number; index: number; transaction: Mined }

/**
 * The transactions that all walks have reached, newest first, after the start. A transaction of
 * several addresses is listed once.
 */
function select(walks: readonly AddressWalk[], { before, latest }: PageStart): MinedRow[] {
  const reached = Math.max(...walks.map((walk) => walk.reached))
  const byId = new Map<string, Mined>()
  for (const row of walks.flatMap(({ rows }) => rows)) {
    const known = byId.get(row.txid)
    if (known && known.status.block_hash !== row.status.block_hash)
      throw new NodesError('A transaction is in two blocks')
    byId.set(row.txid, row)
  }
  const blocks = new Map<number, Mined[]>()
  for (const row of byId.values()) {
    const { block_height: height } = row.status
    if (height > reached) blocks.set(height, [...(blocks.get(height) ?? []), row])
  }
  const rows = [...blocks]
    .sort(([a], [b]) => b - a)
    .flatMap(([block, transactions]) =>
      inOrder(transactions)
        .map((transaction, index) => ({ block, index, transaction }))
        .toReversed(),
    )
  if (before)
    return rows.filter(
      ({ block, index }) =>
        block < before.block || (block === before.block && index < before.index),
    )
  // blocks that were made after the first page
  const first = rows.findIndex(
    ({ transaction }) => transaction.status.block_time <= (latest ?? Infinity),
  )
  return first < 0 ? [] : rows.slice(first)
}

/**
 * Transactions of one block, or of the mempool, oldest first: a transaction comes after those whose
 * coins it spends. Nodes list a block's transactions in different orders, so this order does not
 * depend on theirs.
 */
function inOrder<transaction extends EsploraTransaction>(
  transactions: readonly transaction[],
): transaction[] {
  const byId = new Map(transactions.map((found) => [found.txid, found]))
  const depths = new Map<string, number>()
  function depthOf(found: transaction): number {
    const known = depths.get(found.txid)
    if (known !== undefined) return known
    const parents = spentBy(found).flatMap(({ txid }) => byId.get(txid) ?? [])
    const depth = parents.reduce((highest, parent) => Math.max(highest, depthOf(parent) + 1), 0)
    depths.set(found.txid, depth)
    return depth
  }
  return [...transactions].sort((a, b) => depthOf(a) - depthOf(b) || (a.txid < b.txid ? -1 : 1))
}

/** Adds times that never go back. @param latest the time of the row before, on an earlier page */
function withTimes(rows: readonly MinedRow[], latest: number | undefined): PageRow[] {
  let last = latest ?? Infinity
  return rows.map((row) => {
    last = Math.min(last, row.transaction.status.block_time)
    return { ...row, minedAt: last }
  })
}

/**
 * The transactions that wait, newest first, without those that were included or replaced meanwhile.
 * @throws NodesError when two of them spend the same coin
 */
function waitingRows(
  walks: readonly AddressWalk[],
  minedAt: number,
  max: number,
): { rows: PageRow[]; isWhole: boolean } {
  const mined = walks.flatMap(({ rows }) => rows)
  const ids = new Set(mined.map(({ txid }) => txid))
  const spent = new Set(mined.flatMap(spentBy).map(({ id }) => id))
  const waiting = new Map(
    walks
      .flatMap((walk) => walk.waiting)
      .filter((found) => !ids.has(found.txid) && !spentBy(found).some(({ id }) => spent.has(id)))
      .map((found) => [found.txid, found]),
  )
  const coins = [...waiting.values()].flatMap(spentBy).map(({ id }) => id)
  if (new Set(coins).size !== coins.length) throw new NodesError('A coin is spent twice')
  const rows = inOrder([...waiting.values()])
    .map((transaction, index) => ({ block: waitingBlock, index, minedAt, transaction }))
    .toReversed()
  return {
    rows: rows.slice(0, max),
    isWhole: rows.length <= max && walks.every((walk) => walk.isWaitingWhole),
  }
}
