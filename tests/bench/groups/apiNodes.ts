import { startTestPostgres } from '../../../packages/server/src/testing/startTestPostgres.ts'
import type { Group, Row } from '../group.ts'
import { openObserver, type IndexSize, type Observer, type Work } from '../indexer/countWork.ts'
import { requestLoad } from '../indexer/requestLoad.ts'
import { accountAt, firstChainId, made, startNode, type MadeNode } from '../indexer/startNode.ts'
import { startServer } from '../indexer/startServer.ts'
import { median, rangeOf } from '../statistics.ts'

/** Blocks of the chain at each of the sizes, and of each further chain. */
const blocks = { sizes: [500, 1_000, 2_000], further: 10 }
/** The load: clients, requests of one turn, turns. */
const load = { clients: 100, requests: 1_000, turns: 5 }
/** Seconds: until a process is at rest, and for which it is observed. */
const seconds = { rest: 8, observed: 30 }

/** Bytes of a row with its keys, as `docs/operators.md` has them. */
const bytesOf = { blocks: 190, transactions: 200, transfers: 176, activity: 195, holdings: 214 }
/** What processes use at rest, as `docs/operators.md` has it. */
const restOf = ({ processes, chains }: { processes: number; chains: number }) => ({
  connections: chains + processes * Math.min(10, chains),
  queriesOfMinute: 22 * chains + 34 * chains * (processes - 1),
})

/** Measures what a further process of the API, a further chain and a longer chain cost. */
export const group: Group = {
  title: 'API nodes',
  how: `Processes of the API over one PostgreSQL, all on this machine, with the generated chain of the indexer's bench. The load is ${load.clients} clients
with requests for histories of ${made.accounts.toLocaleString('en')} accounts, to one process or to two in turns: ${load.turns} times each, one after the other; the median counts. At rest:
the connections at most, and the transactions of all processes, during ${seconds.observed} s without a request and without a new block. The formulas are those of
[operators](../../docs/operators.md#more-machines).`,
  async measure(signal) {
    const postgres = await startTestPostgres()
    try {
      return [
        ...(await measureProcesses(await postgres.create(), signal)),
        ...(await measureChains(() => postgres.create(), signal)),
      ]
    } finally {
      await postgres.stop()
    }
  },
}

type Stoppable = { stop: () => Promise<void> }

/** Runs work that opens things, and closes them in the end, the last first. */
async function closing<result>(
  work: (open: <thing extends Stoppable>(thing: thing) => thing) => Promise<result>,
): Promise<result> {
  const opened: Stoppable[] = []
  try {
    return await work((thing) => {
      opened.push(thing)
      return thing
    })
  } finally {
    for (const { stop } of opened.reverse()) await stop()
  }
}

function measureProcesses(database: string, signal: AbortSignal): Promise<readonly Row[]> {
  return closing(async (open) => {
    const observer = await openObserver(database)
    open({ stop: observer.close })
    const node = await startNode(1)
    open({ stop: node.close })
    const start = async () => open(await startServer([node], database, signal))
    const first = await start()
    const rows: Row[] = []
    for (const size of blocks.sizes) {
      node.grow(size)
      await first.settled()
      rows.push(sizeRow(await observer.size()))
    }
    rows.push(...workRows('1 process', await atRest(observer), { processes: 1, chains: 1 }))
    const second = await start()
    rows.push(...workRows('2 processes', await atRest(observer), { processes: 2, chains: 1 }))
    const third = await start()
    rows.push(...workRows('3 processes', await atRest(observer), { processes: 3, chains: 1 }))
    await third.stop()
    return [...rows, ...(await measureLoad(first.url, second.url, signal))]
  })
}

async function measureChains(
  create: () => Promise<string>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const chains of [2, 4])
    rows.push(
      ...(await closing(async (open) => {
        const nodes: MadeNode[] = []
        for (let chain = 0; chain < chains; chain++)
          nodes.push(await startNode(blocks.further, firstChainId + chain))
        for (const { close } of nodes) open({ stop: close })
        const database = await create()
        const [first, ...others] = nodes
        if (!first) return []
        const server = open(await startServer([first, ...others], database, signal))
        const observer = await openObserver(database)
        open({ stop: observer.close })
        await server.settled()
        const label = `1 process, ${chains} chains`
        return workRows(label, await atRest(observer), { processes: 1, chains })
      })),
    )
  return rows
}

async function atRest(observer: Observer): Promise<Work> {
  await new Promise((resolve) => setTimeout(resolve, seconds.rest * 1_000))
  return observer.work(seconds.observed)
}

async function measureLoad(
  first: string,
  second: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const rates: Record<'one' | 'two', number[]> = { one: [], two: [] }
  const counts = { one: 0, two: 0 }
  const historyOf = (url: string, account: number) =>
    `${url}/v1/account/${accountAt(1 + (account % (made.accounts - 1)))}/history`
  const address = {
    one: () => historyOf(first, counts.one++),
    two: () => historyOf(counts.two % 2 === 0 ? first : second, counts.two++),
  }
  for (let turn = 0; turn < load.turns; turn++)
    for (const processes of ['one', 'two'] as const) {
      const { perSecond } = await requestLoad({
        count: load.requests,
        clients: load.clients,
        address: address[processes],
        limit: 60_000,
        signal,
      })
      rates[processes].push(perSecond)
    }
  const ratios = rates.two.map((rate, turn) => rate / (rates.one[turn] ?? NaN))
  const row = (label: string, measured: readonly number[]): Row => ({
    label,
    unit: 'per second',
    measured: median(measured),
    range: rangeOf(measured),
  })
  return [
    row('1 process: histories', rates.one),
    row('2 processes: histories', rates.two),
    {
      label: '2 processes: histories, compared with 1',
      unit: 'times',
      measured: median(ratios),
      range: rangeOf(ratios),
    },
  ]
}

function workRows(
  label: string,
  { connections, queriesOfMinute }: Work,
  size: Parameters<typeof restOf>[0],
): readonly Row[] {
  const formula = restOf(size)
  return [
    { label: `${label}, at rest: connections`, unit: 'count', measured: connections },
    {
      label: `${label}, at rest: connections of the formula`,
      unit: 'count',
      measured: formula.connections,
    },
    { label: `${label}, at rest: transactions a minute`, unit: 'count', measured: queriesOfMinute },
    {
      label: `${label}, at rest: transactions a minute of the formula`,
      unit: 'count',
      measured: formula.queriesOfMinute,
    },
  ]
}

function sizeRow({ bytes, ...rows }: IndexSize): Row {
  const formula =
    rows.blocks * bytesOf.blocks +
    rows.transactions * bytesOf.transactions +
    rows.transfers * bytesOf.transfers +
    rows.activity * bytesOf.activity +
    rows.holdings * bytesOf.holdings
  return {
    label: `${rows.transfers.toLocaleString('en')} transfers: ${(bytes / 1_000_000).toFixed(0)} MB in the database, compared with the formula`,
    unit: 'times',
    measured: bytes / formula,
  }
}
