import { unavailableHeader } from '@latchkey/protocol/api'
import { accountHistory as protocolEndpoint, type HistoryEntry } from '@latchkey/protocol/history'
import { counts } from '@latchkey/protocol/limits'
import { readAccount } from '../../chains/readAccount.ts'
import { ApiError, unavailable } from '../../apiError.ts'
import type { PageStart } from '../../chainIndex/chainIndex.ts'
import type { Account, Chain } from '../../chains/chainReader.ts'
import { readCursor, writeCursor, type HistoryCursor } from '../../history/cursor.ts'
import type { ChainPage, HistoryRow } from '../../history/createHistories.ts'
import { SourceDownError } from '../../history/historySource.ts'
import { readPurchases } from '../../history/readPurchases.ts'
import { withPurchases } from '../../history/withPurchases.ts'
import { answerJson } from '../../http/answer.ts'
import { baseUrl } from '../../http/baseUrl.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { accountEndpoint } from './accountEndpoint.ts'
import type { Service } from '../../service.ts'

type Part = { chain: Chain; page: ChainPage }
type Row = { chain: Chain; row: HistoryRow }

/**
 * Makes the endpoint of an account's transactions, newest first. A chain that does not answer is
 * left out. `x-latchkey-unavailable` names such chains, and chains whose newest transactions may be
 * missing. If no chain answers, the status is 503. Source: docs/contracts/api.md#history
 */
export function history(service: Service): Route {
  const endpoint = accountEndpoint(protocolEndpoint, service.readers)
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const account = readAccount(service.readers, query.address)
      if (query.onramp !== undefined && !account.kind.abilities.purchases)
        throw new ApiError(400, 'address', 'Purchases are on EVM networks and Bitcoin')
      if (query.onramp !== undefined)
        return answerJson(
          call,
          await readPurchases(service, {
            ...query,
            account,
            onramp: query.onramp,
            base: baseUrl(call, service),
            signal: clientSignal(call),
          }),
          { 'cache-control': 'no-store' },
        )
      const chains = chainsOf(service, account, query.chainId)
      const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
      for (const networkId of cursor?.places.keys() ?? []) service.chain(networkId)
      const signal = clientSignal(call)
      const found = await readParts(service, chains, account, cursor, signal)
      const { data, next, down } = await readPage(found, cursor, {
        base: baseUrl(call, service),
        signal,
      })
      const behind = found.parts.flatMap(({ chain, page }) =>
        page.isBehind && !down.includes(chain) ? [chain] : [],
      )
      const lacking = [...down, ...behind]
      if (lacking.length > 0)
        call.header(unavailableHeader, lacking.map((chain) => chain.networkId).join(','))
      return answerJson(
        call,
        { data: await withPurchases(data, account, service), next },
        { 'cache-control': 'no-store' },
      )
    },
  }
}

/**
 * The account's chains that have a history.
 * @throws ApiError 400 if no source has a history, because an empty list would mean that there are
 *   no transactions
 */
function chainsOf(service: Service, account: Account, networkId: string | undefined): Chain[] {
  const chains = service.chainsOf(account, networkId)
  const known = chains.filter((chain) => service.histories.has(chain))
  if (known.length === 0)
    throw new ApiError(400, 'chainId', 'The history of this chain is not served')
  return known
}

async function readParts(
  service: Service,
  chains: readonly Chain[],
  account: Account,
  cursor: HistoryCursor | undefined,
  signal: AbortSignal,
): Promise<{ parts: Part[]; down: Chain[] }> {
  const results = await Promise.all(
    chains.map(async (chain): Promise<Part | { chain: Chain; error: SourceDownError }> => {
      const start: PageStart = { latest: cursor?.at, before: cursor?.places.get(chain.networkId) }
      try {
        return {
          chain,
          page: await service.histories.page(chain, account, start, counts.historyPage, signal),
        }
      } catch (error) {
        if (error instanceof SourceDownError) return { chain, error }
        throw error
      }
    }),
  )
  const parts = results.flatMap((result) => ('page' in result ? [result] : []))
  const failed = results.flatMap((result) => ('error' in result ? [result] : []))
  if (parts.length === 0) throw unavailable('', 'Failed to fetch transactions', failed[0]?.error)
  return { parts, down: failed.map(({ chain }) => chain) }
}

/**
 * The newest rows of all chains, and the cursor of the next page. Rows of the same second are in
 * the order of the operator's chains.
 */
function firstOf(
  parts: readonly Part[],
  cursor: HistoryCursor | undefined,
): { rows: Row[]; next: string | null } {
  const all = parts.flatMap(({ chain, page }) => page.rows.map((row): Row => ({ chain, row })))
  // the sort is stable, so the rows of each chain stay newest first
  const rows = all.sort((a, b) => b.row.minedAt - a.row.minedAt).slice(0, counts.historyPage)
  const last = rows.at(-1)
  if (!last || (all.length === rows.length && parts.every(({ page }) => page.isLast)))
    return { rows, next: null }
  const places = new Map(cursor?.places)
  for (const {
    chain,
    row: { block, index, resume },
  } of rows)
    places.set(chain.networkId, { block, index, resume })
  return { rows, next: writeCursor({ at: last.row.minedAt, places }) }
}

type Options = { base: string; signal: AbortSignal }

/**
 * Makes the entries of a page. A chain that cannot describe its transactions now is left out, like
 * a chain that does not answer.
 * @throws ApiError 503 when no chain is left
 */
async function readPage(
  { parts, down }: { parts: readonly Part[]; down: readonly Chain[] },
  cursor: HistoryCursor | undefined,
  options: Options,
): Promise<{ data: HistoryEntry[]; next: string | null; down: readonly Chain[] }> {
  const { rows, next } = firstOf(parts, cursor)
  const results = await Promise.all(parts.map((part) => entriesOf(rows, part, options)))
  const failures = results.flatMap((result) => (result instanceof SourceDownError ? [result] : []))
  if (failures.length === parts.length)
    throw unavailable('', 'Failed to fetch transactions', failures[0])
  if (failures.length > 0) {
    const isDown = (_: Part, index: number) => results[index] instanceof SourceDownError
    const answering = parts.filter((part, index) => !isDown(part, index))
    return readPage(
      { parts: answering, down: [...down, ...parts.filter(isDown).map(({ chain }) => chain)] },
      cursor,
      options,
    )
  }
  const written = new Map(
    results.flatMap((result) => (result instanceof SourceDownError ? [] : [...result])),
  )
  return { data: rows.flatMap(({ row }) => written.get(row) ?? []), next, down }
}

/** The entries of one chain on a page, by row. */
async function entriesOf(
  rows: readonly Row[],
  { chain, page }: Part,
  options: Options,
): Promise<Map<HistoryRow, HistoryEntry> | SourceDownError> {
  const own = rows.filter((entry) => entry.chain === chain).map(({ row }) => row)
  try {
    const entries = await page.entries(own, options)
    return new Map(
      own.flatMap((row, index) => (entries[index] ? [[row, entries[index]] as const] : [])),
    )
  } catch (error) {
    if (error instanceof SourceDownError) return error
    throw error
  }
}
