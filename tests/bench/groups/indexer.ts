import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '../../../packages/server/src/testing/startTestPostgres.ts'
import type { Group, Row } from '../group.ts'
import { measureHistories } from '../indexer/measureHistories.ts'
import { startFloor, type Floor } from '../indexer/startFloor.ts'
import { made, startNode, type MadeNode } from '../indexer/startNode.ts'
import { startServer, type Server } from '../indexer/startServer.ts'
import { median, rangeOf } from '../statistics.ts'

/** Number of transfers in the chain. `brief`: for a comparison of two commits. */
const transfers = { usual: 1_000_000, brief: 100_000 }
/** Number of parts in which the chain grows. */
const parts = 5

const transfersOfBlock = made.transactionsOfBlock * made.transfersOfTransaction

/** Measures how fast chains are indexed, and how long histories take. */
export const group: Group = {
  title: 'Indexer',
  how: `The API, in a process of its own, indexes ${transfers.usual.toLocaleString('en')} ERC-20 transfers of ${made.accounts.toLocaleString('en')} accounts, ${transfersOfBlock} a block,
from a made-up node in another process on this machine, with receipts and traces by block. PGlite is in the API's process, with its data in a folder; PostgreSQL is Debian's, on this machine, without
\`fsync\`. The floor is a process with a database of its own of the same kind: it writes the same rows into the same tables by COPY, 100 blocks in
one transaction, from texts that are ready before the clock runs; and a bare Hono handler selects an account's newest 50 transactions with their transfers in one statement
and writes them as JSON. The chain grows in ${parts} parts, of which the floor and the API write one after the other: the median of the parts
counts, the first part includes the opening of the API's database, the last the vacuum.

Then \`GET /v1/account/{address}/history\` by HTTP, 50 transactions a page: accounts that nobody asked for before, the same account
again, and the page 200 pages back of an account that is in every tenth transaction. The API and the handler have answered 500 requests of each
kind before, of other accounts, because a new process is slower. Every client asks again as soon as it is answered, on a connection that stays open. Each load runs in
turns: the handler, the API, the handler, …; the median of the turns counts.`,
  async measure(signal, { isBrief = false } = {}) {
    const blocks = (isBrief ? transfers.brief : transfers.usual) / transfersOfBlock
    return [
      ...(await inFolders((folders) =>
        measureDatabase('PGlite', blocks, folders, { isBrief, signal }),
      )),
      ...(await inPostgres((databases) =>
        measureDatabase('PostgreSQL', blocks, databases, { isBrief, signal }),
      )),
    ]
  },
}

/** The databases of the API and of the floor: URLs or folders. */
type Databases = { api: string; floor: string }
type Measure = (databases: Databases) => Promise<readonly Row[]>

async function inFolders(measure: Measure): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  try {
    return await measure({ api: join(folder, 'api'), floor: join(folder, 'floor') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function inPostgres(measure: Measure): Promise<readonly Row[]> {
  const postgres = await startTestPostgres()
  try {
    return await measure({ api: await postgres.create(), floor: await postgres.create() })
  } finally {
    await postgres.stop()
  }
}

async function measureDatabase(
  name: string,
  blocks: number,
  databases: Databases,
  { isBrief, signal }: { isBrief: boolean; signal: AbortSignal },
): Promise<readonly Row[]> {
  const size = blocks / parts
  const opened: { stop: () => Promise<void> }[] = []
  const started = <resource extends { stop: () => Promise<void> }>(resource: resource) => {
    opened.push(resource)
    return resource
  }
  try {
    const node = await startNode(size)
    started({ stop: node.close })
    const floor = started(await startFloor(databases.floor, signal))
    const { seconds, server } = await measureParts({
      node,
      floor,
      size,
      start: async () => started(await startServer([node], databases.api, signal)),
    })
    const indexed = await server.memory()
    const histories = await measureHistories(
      name,
      { api: server.url, floor: floor.url },
      { isBrief, signal },
    )
    return [
      ...indexingRows(name, size * transfersOfBlock, seconds),
      memoryRow(`${name}: memory of the API when all are indexed`, indexed),
      ...histories,
      memoryRow(`${name}: memory of the API after the requests`, await server.memory()),
    ]
  } finally {
    for (const { stop } of opened.reverse()) await stop()
  }
}

/** The seconds that the API and the floor took for each part of the chain. */
type Seconds = { api: number[]; floor: number[] }

async function measureParts({
  node,
  floor,
  size,
  start,
}: {
  node: MadeNode
  floor: Floor
  size: number
  start: () => Promise<Server>
}): Promise<{ seconds: Seconds; server: Server }> {
  const seconds: Seconds = { api: [], floor: [] }
  const timed = async <value>(work: () => Promise<value>) => {
    const began = performance.now()
    const value = await work()
    seconds.api.push((performance.now() - began) / 1_000)
    return value
  }
  seconds.floor.push((await floor.write(0, size - 1)) / 1_000)
  const server = await timed(async () => {
    const server = await start()
    await server.settled()
    return server
  })
  for (let part = 1; part < parts; part++) {
    seconds.floor.push((await floor.write(part * size, (part + 1) * size - 1)) / 1_000)
    node.grow((part + 1) * size)
    await timed(() => server.settled())
  }
  await floor.maintain()
  return { seconds, server }
}

function indexingRows(name: string, transfersOfPart: number, { api, floor }: Seconds): Row[] {
  const rates = (seconds: readonly number[]) => seconds.map((each) => transfersOfPart / each)
  const ratios = api.map((each, part) => each / (floor[part] ?? NaN))
  return [
    rateRow(`${name}: transfers indexed`, rates(api)),
    rateRow(`${name}: transfers written by COPY`, rates(floor)),
    {
      label: `${name}: the time to index, compared with COPY`,
      unit: 'times',
      measured: median(ratios),
      range: rangeOf(ratios),
      budget: 3,
    },
  ]
}

const rateRow = (label: string, rates: readonly number[]): Row => ({
  label,
  unit: 'per second',
  measured: median(rates),
  range: rangeOf(rates),
})

const memoryRow = (label: string, bytes: number): Row => ({
  label,
  unit: 'MB',
  measured: bytes / 1_000_000,
})
