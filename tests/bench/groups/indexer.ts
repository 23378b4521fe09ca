import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../../../packages/server/src/testing/startTestPostgres.ts'
import { latencies } from '../api/latencies.ts'
import type { Group, Row } from '../group.ts'
import { accountAt, made, startNode, type MadeNode } from '../indexer/startNode.ts'
import { startServer, type Server } from '../indexer/startServer.ts'
import { median, percentile, rangeOf } from '../statistics.ts'

/** Number of transfers in the chain, and of requests of one measurement. */
const count = { transfers: 1_000_000, cold: 500, again: 1_000 }
/**
 * Time limit of an answer in milliseconds. It is long, because up to a hundred clients request
 * histories that were not requested before, from one process.
 */
const limit = 60_000
/** Number of pages back from the newest page of the busiest account. */
const deep = 200

const transfersOfBlock = made.transactionsOfBlock * made.transfersOfTransaction

/** Measures how fast chains are indexed, and how long histories take. */
export const group: Group = {
  title: 'Indexer',
  how: `The API, in a process of its own, indexes ${count.transfers.toLocaleString('en')} ERC-20 transfers of ${made.accounts.toLocaleString('en')} accounts, ${transfersOfBlock} a block,
from a made-up node in another process on this machine, with receipts and traces by block: from an empty database to the newest
block, the opening of the database included. PGlite is in the API's process, with its data in a folder; PostgreSQL is Debian's, on this machine, without
\`fsync\`. Then \`GET /v1/account/{address}/history\` by HTTP, 50 transactions a page: accounts that nobody asked for before, the same account
again, and the page ${deep} pages back of an account with ${(count.transfers / made.transfersOfTransaction / 10).toLocaleString('en')} transactions. Every client asks again as soon as it is answered.`,
  async measure(signal) {
    const node = await startNode(count.transfers / transfersOfBlock)
    try {
      return [...(await withPglite(node, signal)), ...(await withPostgres(node, signal))]
    } finally {
      await node.close()
    }
  },
}

async function withPglite(node: MadeNode, signal: AbortSignal): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  try {
    return await measureDatabase('PGlite', node, folder, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withPostgres(node: MadeNode, signal: AbortSignal): Promise<readonly Row[]> {
  const postgres = await startTestPostgres()
  try {
    return await measureDatabase('PostgreSQL', node, await postgres.create(), signal)
  } finally {
    await postgres.stop()
  }
}

async function measureDatabase(
  name: string,
  node: MadeNode,
  database: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const began = performance.now()
  const server = await startServer(node, database, signal)
  try {
    await server.settled()
    const seconds = (performance.now() - began) / 1_000
    return [
      {
        label: `${name}: blocks indexed`,
        unit: 'per second',
        measured: count.transfers / transfersOfBlock / seconds,
      },
      {
        label: `${name}: transfers indexed`,
        unit: 'per second',
        measured: count.transfers / seconds,
      },
      {
        label: `${name}: memory of the API when all are indexed`,
        unit: 'MB',
        measured: (await server.memory()) / 1_000_000,
      },
      ...(await measureHistories(name, server, signal)),
      {
        label: `${name}: memory of the API after the requests`,
        unit: 'MB',
        measured: (await server.memory()) / 1_000_000,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function measureHistories(
  name: string,
  { url }: Server,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const historyOf = (account: number) => `${url}/v1/account/${accountAt(account)}/history`
  let requestCount = 0
  const nextHistory = () => historyOf(++requestCount)
  await latencies({ count: 50, clients: 5, address: nextHistory, limit, signal })
  const far = `${historyOf(0)}?cursor=${await cursorOf(historyOf(0), deep, signal)}`

  const rows: Row[] = []
  for (const clients of [1, 100]) {
    const log = (label: string) =>
      `${name}: history, ${label}, ${clients === 1 ? '1 client' : `${clients} clients`}`
    rows.push(
      ...rowsOf(
        log('cold'),
        await latencies({ count: count.cold, clients, address: nextHistory, limit, signal }),
      ),
    )
    rows.push(
      ...rowsOf(
        log('again'),
        await latencies({
          count: count.again,
          clients,
          address: () => historyOf(1),
          limit,
          signal,
        }),
      ),
    )
    rows.push(
      ...rowsOf(
        log(`${deep} pages back`),
        await latencies({ count: count.again, clients, address: () => far, limit, signal }),
      ),
    )
  }
  return rows
}

/** Reads `pages` pages, and returns the cursor of the next. @throws when the history is shorter */
async function cursorOf(history: string, pages: number, signal: AbortSignal): Promise<string> {
  let cursor: string | null = null
  for (let page = 0; page < pages; page++) {
    const response: Response = await fetch(
      cursor === null ? history : `${history}?cursor=${cursor}`,
      { signal },
    )
    const answer: { next: string | null } = await response.json()
    if (answer.next === null) throw new Error('The history ended.')
    cursor = answer.next
  }
  return cursor ?? ''
}

function rowsOf(label: string, durations: readonly number[]): readonly Row[] {
  return [
    {
      label: `${label}: half within`,
      unit: 'ms',
      measured: median(durations),
      range: rangeOf(durations),
    },
    { label: `${label}: 99 % within`, unit: 'ms', measured: percentile(durations, 0.99) },
  ]
}
