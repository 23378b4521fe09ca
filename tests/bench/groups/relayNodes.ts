import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  startTestRedis,
  type TestRedis,
} from '../../../services/relay/src/testing/startTestRedis.ts'
import type { Group, Row, Unit } from '../group.ts'
import { createClient, newTopic, openAll } from '../relay/clients.ts'
import { atFull, atRate, type Channel, type Measurement } from '../relay/conversations.ts'
import { readCounts, type RedisCounts } from '../relay/redisCounts.ts'
import { relayChannel, sendRequest } from '../relay/relayChannel.ts'
import { type Server, startServer } from '../relay/startServer.ts'
import { median, percentile } from '../statistics.ts'

/** Seconds of one measurement, of the warm-up before it, and of a rest. */
const seconds = { warm: 2, measured: 5, rest: 6 }
const sockets = 1_000
/** Messages a second of the even loads. */
const rates = [250, 500, 1_000] as const
/** One node and two, in turn, so that a change of the machine's speed concerns both. */
const rounds = [1, 2, 2, 1, 1, 2] as const
/** The sizes that confirm the formulas of docs/operators.md: clients, and topics of each. */
const sizes = [
  { clients: 50, topics: 20 },
  { clients: 100, topics: 100 },
  { clients: 200, topics: 200 },
] as const

/** Measures what a second node of the relay carries and costs. */
export const group: Group = {
  title: 'Relay nodes',
  how: `One relay, or two, each in a process of its own with \`--max-semi-space-size=32\`, over one Redis without persistence; clients,
relays and Redis share this machine. ${sockets.toLocaleString('en')} sockets, the messages are those of the group above. With two nodes publisher and subscriber are
at different ones, so every message crosses. Rounds of one node and of two in turn, ${rounds.length / 2} of each: median, lowest and highest.
Even load: ${rates.map((rate) => rate.toLocaleString('en')).join(', ')} messages a second. ${seconds.measured} s each, after ${seconds.warm} s that do not count. Processor time is that of all threads, user and
system, of the relays together, of Redis and of the one process with all clients, for each delivered message: it says what the parts would carry on machines of their own. Commands are those that the relays send for clients: \`EVALSHA\`,
\`SPUBLISH\`, \`SSUBSCRIBE\` of \`INFO commandstats\`. At rest: all commands of ${seconds.rest} s without a request. Arrival: clients connect to one node and
subscribe to their topics in one request each.`,
  async measure(signal) {
    setMaxListeners(0, signal) // no limit, because each of thousands of sockets adds a listener
    const arrivals: Row[] = []
    for (const size of sizes) arrivals.push(...(await measureArrival(size, signal)))
    const runs: Run[] = []
    for (const nodes of rounds) runs.push(await measureRun(nodes, signal))
    return [...rowsOf(runs), ...arrivals]
  },
}

type Cluster = { servers: readonly Server[]; redis: TestRedis }

async function withNodes<result>(
  nodes: number,
  signal: AbortSignal,
  measure: (cluster: Cluster) => Promise<result>,
): Promise<result> {
  const redis = await startTestRedis()
  const servers: Server[] = []
  try {
    for (let node = 0; node < nodes; node += 1)
      servers.push(await startServer('node', signal, redis.url))
    return await measure({ servers, redis })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await redis.stop()
  }
}

type Value = readonly [label: string, unit: Unit, value: number]
/** The measurements of one round, by the labels of their rows. */
type Run = { nodes: number; values: readonly Value[] }

function measureRun(nodes: number, signal: AbortSignal): Promise<Run> {
  return withNodes(nodes, signal, async (cluster) => {
    const { redis } = cluster
    const before = await readCounts(redis)
    await setTimeout(seconds.rest * 1_000, undefined, { signal })
    const atRest = (await readCounts(redis)).all - before.all
    const channels = await openPairs(cluster, signal)
    await atRate(channels, rates[0], seconds.warm, signal)
    const values: Value[] = []
    for (const rate of rates)
      values.push(
        ...(await measureLoad(cluster, `${rate.toLocaleString('en')} messages a second`, () =>
          atRate(channels, rate, seconds.measured, signal),
        )),
      )
    values.push(
      ...(await measureLoad(cluster, 'full load', () =>
        atFull(channels, seconds.measured, signal),
      )),
    )
    const end = await readCounts(redis)
    values.push(
      ['connections to Redis', 'count', end.connections],
      [
        `channels of ${sockets / 2} subscribers and ${sockets / 2} publishers`,
        'count',
        end.channels,
      ],
      ['commands to Redis at rest', 'per second', atRest / seconds.rest],
    )
    return { nodes, values }
  })
}

/** Opens the pairs of sockets. The subscriber of a pair is at the node after its publisher's. */
async function openPairs({ servers }: Cluster, signal: AbortSignal): Promise<Channel[]> {
  const urlOf = (index: number) => servers[index % servers.length]?.url ?? ''
  const open = await openAll(sockets, (index) =>
    createClient().open(urlOf(index < sockets / 2 ? index : index - sockets / 2 + 1), signal),
  )
  return Promise.all(
    open.slice(0, sockets / 2).flatMap((site, index) => {
      const wallet = open[index + sockets / 2]
      return wallet ? [relayChannel(site, wallet, signal)] : []
    }),
  )
}

/** Measures a load: what arrives and how fast, and what each message costs. */
async function measureLoad(
  cluster: Cluster,
  name: string,
  run: () => Promise<Measurement>,
): Promise<readonly Value[]> {
  const before = await readUse(cluster)
  const { perSecond, milliseconds } = await run()
  const after = await readUse(cluster)
  const perMessage = (key: keyof Use) => (after[key] - before[key]) / milliseconds.length
  return [
    [`${name}: delivered`, 'per second', perSecond],
    [`${name}: half delivered within`, 'ms', median(milliseconds)],
    [`${name}: 99 % delivered within`, 'ms', percentile(milliseconds, 0.99)],
    [`${name}: processor time of the relays for a message`, 'µs', 1_000 * perMessage('relays')],
    [`${name}: processor time of Redis for a message`, 'µs', 1_000 * perMessage('redis')],
    [`${name}: processor time of the clients for a message`, 'µs', 1_000 * perMessage('clients')],
    [`${name}: commands to Redis for a message`, 'count', perMessage('commands')],
    [`${name}: of them messages between nodes`, 'count', perMessage('notifications')],
    [`${name}: bytes of Redis for a message`, 'count', perMessage('bytes')],
  ]
}

/** What was used since the start. Processor time is in milliseconds. */
type Use = Pick<RedisCounts, 'commands' | 'notifications' | 'bytes'> &
  Record<'relays' | 'redis' | 'clients', number>

async function readUse({ servers, redis }: Cluster): Promise<Use> {
  const relays = await Promise.all(servers.map((server) => server.processor()))
  const { user, system } = process.cpuUsage()
  const counts = await readCounts(redis)
  return {
    ...counts,
    relays: relays.reduce((sum, each) => sum + each, 0),
    redis: counts.processor,
    clients: (user + system) / 1_000,
  }
}

function rowsOf(runs: readonly Run[]): Row[] {
  return [1, 2].flatMap((nodes) => {
    const own = runs.filter((run) => run.nodes === nodes)
    return (own[0]?.values ?? []).map(([label, unit], index): Row => {
      const all = own.map(({ values }) => values[index]?.[2] ?? Number.NaN)
      return {
        label: `${nodes === 1 ? 'one node' : 'two nodes'}: ${label}`,
        unit,
        measured: median(all),
        range: [Math.min(...all), Math.max(...all)],
      }
    })
  })
}

function measureArrival(
  { clients, topics }: (typeof sizes)[number],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  return withNodes(1, signal, async ({ servers: [server], redis }) => {
    const url = server?.url ?? ''
    const arrive = async (client: ReturnType<typeof createClient>) => {
      const socket = await client.open(url, signal)
      const list = Array.from({ length: topics }, newTopic)
      await sendRequest(socket, 'irn_batchSubscribe', { topics: list }, signal)
      return socket
    }
    await arrive(createClient()) // the scripts are in Redis from now on
    await setTimeout(500, undefined, { signal })
    const before = await readCounts(redis)
    await openAll(clients, () => arrive(createClient()))
    await setTimeout(500, undefined, { signal }) // the socket looks for waiting messages after the answer
    const after = await readCounts(redis)
    const more = (key: keyof RedisCounts) => after[key] - before[key]
    const name = `${clients} clients with ${topics} topics each arrive`
    return [
      { label: `${name}: commands to Redis`, unit: 'count', measured: more('commands') },
      { label: `${name}: channels`, unit: 'count', measured: more('channels') },
      {
        label: `${name}: bytes of Redis for a subscription`,
        unit: 'count',
        measured: more('bytes') / (clients * topics),
      },
    ]
  })
}
