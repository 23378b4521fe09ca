import { startTestPostgres } from '../../../packages/server/src/testing/startTestPostgres.ts'
import type { Group, Row } from '../group.ts'
import { openObserver, type IndexSize, type Observer, type Work } from '../indexer/countWork.ts'
import { accountAt, firstChainId, made, startNode, type MadeNode } from '../indexer/startNode.ts'
import { startLoad, type LoadProcess } from '../indexer/startLoad.ts'
import { startServer } from '../indexer/startServer.ts'
import { median, rangeOf } from '../statistics.ts'

/** Blocks of the chain at each of the sizes, and of each further chain. */
const blocks = { sizes: [500, 1_000, 2_000], further: 10 }
/** The load: clients, requests of one turn, turns. */
const load = { clients: 100, requests: 1_000, warmUp: 500, turns: 8 }
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
  how: `Processes of the API over one PostgreSQL, all on this machine, with the generated chain of the indexer's bench. The load is ${load.clients} clients in a process
of their own, with requests for histories of ${made.accounts.toLocaleString('en')} accounts, to one process or to two in turns: ${load.turns} times each, in the order one, two, two, one, …; the median
counts, and the ratio is that of neighbours. Each process has answered ${load.warmUp} requests before. Under load: the connections at most, and the transactions for a history. At rest:
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
    const clients = open(await startLoad(signal))
    return [...rows, ...(await measureLoad([first.url, second.url], clients, observer))]
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

/**
 * What one turn of the load measures. The connections and transactions are those of both processes,
 * which run all the time.
 */
type Turn = { perSecond: number; connections: number; transactions: number }

async function measureLoad(
  urls: readonly [string, string],
  clients: LoadProcess,
  observer: Observer,
): Promise<readonly Row[]> {
  const [first] = urls
  let account = 0
  const send = (to: readonly string[], requests: number) => {
    const addresses = Array.from({ length: requests }, (_, index) => {
      account = (account + 1) % (made.accounts - 1)
      return `${to[index % to.length]}/v1/account/${accountAt(1 + account)}/history`
    })
    return clients.send({ addresses, clients: load.clients })
  }
  const measure = async (to: readonly string[]): Promise<Turn> => {
    const { value, ...work } = await observer.during(() => send(to, load.requests))
    return { perSecond: value, ...work }
  }
  await send(urls, 2 * load.warmUp)
  const [one, two]: [Turn[], Turn[]] = [[], []]
  for (let turn = 0; turn < load.turns; turn++)
    for (const isOne of turn % 2 === 0 ? [true, false] : [false, true])
      if (isOne) one.push(await measure([first]))
      else two.push(await measure(urls))
  const ratios = two.map(({ perSecond }, turn) => (one[turn]?.perSecond ?? NaN) / perSecond)
  return [
    ...loadRows('1 process', one),
    ...loadRows('2 processes', two),
    {
      label: '2 processes: the time for the same histories, compared with 1 process',
      unit: 'times',
      measured: median(ratios),
      range: rangeOf(ratios),
      budget: 1,
    },
  ]
}

function loadRows(label: string, turns: readonly Turn[]): readonly Row[] {
  const rates = turns.map(({ perSecond }) => perSecond)
  return [
    {
      label: `${label}: histories`,
      unit: 'per second',
      measured: median(rates),
      range: rangeOf(rates),
    },
    {
      label: `${label}, under load: connections`,
      unit: 'count',
      measured: Math.max(...turns.map(({ connections }) => connections)),
    },
    {
      label: `${label}, under load: transactions for 1,000 histories`,
      unit: 'count',
      measured: median(turns.map(({ transactions }) => (transactions / load.requests) * 1_000)),
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
