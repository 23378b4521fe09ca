import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  startTestRedis,
  type TestRedis,
} from '../../../services/relay/src/testing/startTestRedis.ts'
import type { Group, Row, Unit } from '../group.ts'
import { createClient, newTopic, openAll } from '../relay/clients.ts'
import { atFull, atRate } from '../relay/conversations.ts'
import { readCounts, type RedisCounts } from '../relay/redisCounts.ts'
import { relayChannel, sendRequest } from '../relay/relayChannel.ts'
import { startServer } from '../relay/startServer.ts'
import { median, percentile } from '../statistics.ts'

/** Seconds of one measurement, of the warm-up before it, and of a rest. */
const seconds = { warm: 2, measured: 5, rest: 6 }
const sockets = 1_000
/** Messages a second of the steady load. */
const even = 500
/** One node and two, in turn, so that a change of the machine's speed concerns both. */
const rounds = [1, 2, 2, 1, 1, 2] as const
/** The sizes that confirm the formulas of docs/operators.md: clients, and topics of each. */
const sizes = [
  { clients: 50, topics: 20 },
  { clients: 100, topics: 100 },
  { clients: 200, topics: 400 },
] as const

/** Measures what a second node of the relay carries and costs. */
export const group: Group = {
  title: 'Relay nodes',
  how: `One relay, or two, each in a process of its own with \`--max-semi-space-size=32\`, over one Redis without persistence; clients,
relays and Redis share this machine. ${sockets.toLocaleString('en')} sockets, the messages are those of the group above. With two nodes publisher and subscriber are
at different ones, so every message crosses. Rounds of one node and of two in turn, ${rounds.length / 2} of each: median, lowest and highest.
Even load: ${even} messages a second. ${seconds.measured} s each, after ${seconds.warm} s that do not count. Commands are those that the relays send for clients: \`EVALSHA\`,
\`SPUBLISH\`, \`SSUBSCRIBE\` of \`INFO commandstats\`. At rest: all commands of ${seconds.rest} s without a request. Arrival: clients connect to one node and
subscribe to their topics in one request each.`,
  async measure(signal) {
    setMaxListeners(0, signal) // no limit, because each of thousands of sockets adds a listener
    const runs: Run[] = []
    for (const nodes of rounds) runs.push(await measureRun(nodes, signal))
    const rows = rowsOf(runs)
    for (const size of sizes) rows.push(...(await measureArrival(size, signal)))
    return rows
  },
}

type Cluster = { urls: readonly string[]; redis: TestRedis }

async function withNodes<result>(
  nodes: number,
  signal: AbortSignal,
  measure: (cluster: Cluster) => Promise<result>,
): Promise<result> {
  const redis = await startTestRedis()
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  try {
    for (let node = 0; node < nodes; node += 1)
      servers.push(await startServer('node', signal, redis.url))
    return await measure({ urls: servers.map(({ url }) => url), redis })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await redis.stop()
  }
}

/** The measurements of one round, by the labels of their rows. */
type Run = {
  nodes: number
  values: readonly (readonly [label: string, unit: Unit, value: number])[]
}

function measureRun(nodes: number, signal: AbortSignal): Promise<Run> {
  return withNodes(nodes, signal, async ({ urls, redis }) => {
    const before = await readCounts(redis)
    await setTimeout(seconds.rest * 1_000, undefined, { signal })
    const atRest = (await readCounts(redis)).all - before.all
    const urlOf = (index: number) => urls[index % urls.length] ?? ''
    const open = await openAll(sockets, (index) =>
      // the subscriber of a pair is at the node after its publisher's
      createClient().open(urlOf(index < sockets / 2 ? index : index - sockets / 2 + 1), signal),
    )
    const channels = await Promise.all(
      open.slice(0, sockets / 2).flatMap((site, index) => {
        const wallet = open[index + sockets / 2]
        return wallet ? [relayChannel(site, wallet, signal)] : []
      }),
    )
    await atRate(channels, even, seconds.warm, signal)
    const start = await readCounts(redis)
    const calm = await atRate(channels, even, seconds.measured, signal)
    const end = await readCounts(redis)
    const full = await atFull(channels, seconds.measured, signal)
    const perMessage = (key: 'commands' | 'notifications') =>
      (end[key] - start[key]) / calm.milliseconds.length
    const values: Run['values'] = [
      ['messages delivered at full load', 'per second', full.perSecond],
      [`${even} messages a second: half delivered within`, 'ms', median(calm.milliseconds)],
      [
        `${even} messages a second: 99 % delivered within`,
        'ms',
        percentile(calm.milliseconds, 0.99),
      ],
      ['commands to Redis for a message', 'count', perMessage('commands')],
      ['of them messages between nodes', 'count', perMessage('notifications')],
      [
        'bytes of Redis for a message',
        'count',
        (end.bytes - start.bytes) / calm.milliseconds.length,
      ],
      ['connections to Redis', 'count', end.connections],
      [
        `channels of ${sockets / 2} subscribers and ${sockets / 2} publishers`,
        'count',
        end.channels,
      ],
      ['commands to Redis at rest', 'per second', atRest / seconds.rest],
    ]
    return { nodes, values }
  })
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
  return withNodes(1, signal, async ({ urls: [url = ''], redis }) => {
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
