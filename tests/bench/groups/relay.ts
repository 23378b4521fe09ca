import { setMaxListeners } from 'node:events'
import type { WebSocket } from 'ws'
import type { Group, Row } from '../group.ts'
import {
  type Client,
  createClient,
  dropAll,
  newTopic,
  openAll,
  openSocket,
} from '../relay/clients.ts'
import { atFull, atRate, echoChannel, type Measurement } from '../relay/conversations.ts'
import { sendRequest, relayChannel } from '../relay/relayChannel.ts'
import { startServer, type Server } from '../relay/startServer.ts'
import { median, percentile } from '../statistics.ts'

/** Seconds of one measurement, and of the warm-up before it. */
const seconds = { warm: 2, measured: 5 }
/** Messages a second of the steady load. */
const even = 1_000
/** Topics of a client in the reconnect storm. */
const topicsOfClient = 500

/** Measures the load that the relay carries, and the memory of a socket. */
export const group: Group = {
  title: 'Relay',
  how: `The relay with its durable store in a folder, and a bare \`ws\` echo as the floor, each in a process of its own with
\`--max-semi-space-size=32\`; the clients share this machine with them, in one process. Half of the sockets publish messages of 560
characters, each to one of the other half, which acknowledges every one; delivery is the time from sending to the push. At full load
each pair sends its next message when the last has arrived; the echo sends as many of the same size on its sockets. A message is two
frames with an answer each: published and answered, pushed and acknowledged; an echo is one. Even load: ${even} messages a second over
all pairs. ${seconds.measured} s each, after ${seconds.warm} s that do not count. Idle: what the process has resident more with the sockets than after 500 that
came and went, each after a garbage collection; each socket has one subscription. Storm: all sockets drop at once and return with
new tokens, each subscribing to its ${topicsOfClient} topics again; until the last is answered.`,
  async measure(signal) {
    setMaxListeners(0, signal) // no limit, because each of thousands of sockets adds a listener
    const rows: Row[] = []
    for (const sockets of [1_000, 10_000]) rows.push(...(await measureLoad(sockets, signal)))
    return [...rows, ...(await measureIdle(10_000, signal)), ...(await measureStorm(1_000, signal))]
  },
}

async function withServer<result>(
  kind: 'relay' | 'echo',
  signal: AbortSignal,
  measure: (server: Server) => Promise<result>,
): Promise<result> {
  const server = await startServer(kind, signal)
  try {
    return await measure(server)
  } finally {
    await server.stop()
  }
}

async function measureLoad(sockets: number, signal: AbortSignal): Promise<readonly Row[]> {
  const name = `${sockets.toLocaleString('en')} sockets`
  const floor = await withServer('echo', signal, async ({ url }) => {
    // half of the sockets, so that as many messages are in transit as in the relay's measurement
    const channels = (await openAll(sockets, () => openSocket(url, signal)))
      .slice(0, sockets / 2)
      .map(echoChannel)
    await atFull(channels, seconds.warm, signal)
    return atFull(channels, seconds.measured, signal)
  })
  return withServer('relay', signal, async ({ url }) => {
    const open = await openAll(sockets, () => createClient().open(url, signal))
    const pairs = open
      .slice(0, sockets / 2)
      .map((site, index) => [site, open[index + sockets / 2]] as const)
    const channels = await Promise.all(
      pairs.flatMap(([site, wallet]) => (wallet ? [relayChannel(site, wallet, signal)] : [])),
    )
    await atRate(channels, even, seconds.warm, signal)
    const calm = await atRate(channels, even, seconds.measured, signal)
    const full = await atFull(channels, seconds.measured, signal)
    return [
      { label: `${name}: echo at full load`, unit: 'per second', measured: floor.perSecond },
      {
        label: `${name}: messages delivered at full load`,
        unit: 'per second',
        measured: full.perSecond,
      },
      {
        label: `${name}: the echo, compared with them`,
        unit: 'times',
        measured: floor.perSecond / full.perSecond,
        ...(sockets === 1_000 && { budget: 2 }),
      },
      {
        label: `${name}: the same for each frame and its answer`,
        unit: 'times',
        measured: floor.perSecond / full.perSecond / 2,
        ...(sockets === 1_000 && { budget: 2 }),
      },
      ...deliveryRows(
        `${name}, ${even.toLocaleString('en')} messages a second`,
        calm,
        sockets === 1_000 ? 10 : undefined,
      ),
      ...deliveryRows(`${name}, full load`, full),
    ]
  })
}

function deliveryRows(
  name: string,
  { milliseconds }: Measurement,
  budget?: number,
): readonly Row[] {
  return [
    { label: `${name}: half delivered within`, unit: 'ms', measured: median(milliseconds) },
    {
      label: `${name}: 99 % delivered within`,
      unit: 'ms',
      measured: percentile(milliseconds, 0.99),
      ...(budget !== undefined && { budget }),
    },
  ]
}

async function measureIdle(sockets: number, signal: AbortSignal): Promise<readonly Row[]> {
  const perSocket = async (kind: 'relay' | 'echo', open: (url: string) => Promise<WebSocket>) =>
    withServer(kind, signal, async ({ url, memory }) => {
      // The first sockets are not measured, so that compiled code and memory that is allocated
      // only once do not count.
      await dropAll(await openAll(500, () => open(url)))
      const before = await memory()
      await openAll(sockets, () => open(url))
      return ((await memory()) - before) / sockets / 1_000
    })
  const echo = await perSocket('echo', (url) => openSocket(url, signal))
  const relay = await perSocket('relay', async (url) => {
    const socket = await createClient().open(url, signal)
    await sendRequest(socket, 'irn_subscribe', { topic: newTopic() }, signal)
    return socket
  })
  const name = `an idle socket of ${sockets.toLocaleString('en')}`
  return [
    { label: `${name}, echo`, unit: 'kB of memory', measured: echo },
    { label: `${name}, relay`, unit: 'kB of memory', measured: relay, budget: 20 },
  ]
}

async function measureStorm(sockets: number, signal: AbortSignal): Promise<readonly Row[]> {
  return withServer('relay', signal, async ({ url }) => {
    const clients = Array.from({ length: sockets }, () => ({
      client: createClient(),
      topics: Array.from({ length: topicsOfClient }, newTopic),
    }))
    const firstTime = await connectAll(url, clients, signal)
    await dropAll(firstTime.sockets)
    const back = await connectAll(url, clients, signal)
    const name = `${sockets.toLocaleString('en')} sockets with ${topicsOfClient} topics each`
    return [
      { label: `${name} come for the first time`, unit: 'ms', measured: firstTime.milliseconds },
      { label: `${name} drop and return`, unit: 'ms', measured: back.milliseconds },
    ]
  })
}

async function connectAll(
  url: string,
  clients: readonly { client: Client; topics: readonly string[] }[],
  signal: AbortSignal,
) {
  const began = performance.now()
  const sockets = await openAll(clients.length, async (index) => {
    const { client, topics } = clients[index] ?? { client: createClient(), topics: [] }
    const socket = await client.open(url, signal)
    await sendRequest(socket, 'irn_batchSubscribe', { topics }, signal)
    return socket
  })
  return { sockets, milliseconds: performance.now() - began }
}
