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
import {
  atFull,
  atRate,
  type Channel,
  echoChannel,
  type Measurement,
} from '../relay/conversations.ts'
import { sendRequest, relayChannel } from '../relay/relayChannel.ts'
import { startServer, type Server } from '../relay/startServer.ts'
import { median, percentile } from '../statistics.ts'

/** Seconds of one measurement, of one turn at full load, and of the warm-up before them. */
const seconds = { warm: 2, measured: 5, turn: 2 }
/** Turns of the floor and of the relay at full load. */
const turns = 3
/** Sockets of each measurement. `brief`: for a comparison of two commits. */
const counts = {
  usual: { load: [1_000, 10_000], idle: 10_000, storm: 1_000 },
  brief: { load: [1_000], idle: 2_000, storm: 200 },
} as const
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
frames with an answer each: published and answered, pushed and acknowledged; an echo is one. At full load echo and relay run in ${turns} turns
of ${seconds.turn} s each; the rates, the ratio and the processor time of each process, of all its threads, are medians. Even load: ${even} messages a second over
all pairs. ${seconds.measured} s each, after ${seconds.warm} s that do not count. Idle: what the process has resident more with the sockets than after 500 that
came and went, each after a garbage collection; each socket has one subscription. Storm: all sockets drop at once and return with
new tokens, each subscribing to its ${topicsOfClient} topics again; until the last is answered.`,
  async measure(signal, { isBrief = false } = {}) {
    setMaxListeners(0, signal) // no limit, because each of thousands of sockets adds a listener
    const { load, idle, storm } = isBrief ? counts.brief : counts.usual
    const rows: Row[] = []
    for (const sockets of load) rows.push(...(await measureLoad(sockets, signal)))
    return [...rows, ...(await measureIdle(idle, signal)), ...(await measureStorm(storm, signal))]
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
  return withServer('echo', signal, (echo) =>
    withServer('relay', signal, async (relay) => {
      const channels = await openRelay(relay.url, sockets, signal)
      await atRate(channels, even, seconds.warm, signal)
      const calm = await atRate(channels, even, seconds.measured, signal)
      const floor = await openEcho(echo.url, channels.length, signal)
      const { ratio, ...rates } = await measureFull(
        { floor: { server: echo, channels: floor }, relay: { server: relay, channels } },
        signal,
      )
      const messages = `${name}, ${even.toLocaleString('en')} messages a second`
      return [
        { label: `${name}: echo at full load`, unit: 'per second', measured: rates.floor },
        {
          label: `${name}: messages delivered at full load`,
          unit: 'per second',
          measured: rates.full.perSecond,
        },
        {
          label: `${name}: the echo, compared with them`,
          unit: 'times',
          measured: ratio,
          ...(sockets === 1_000 && { budget: 2 }),
        },
        {
          label: `${name}: the same for each frame and its answer`,
          unit: 'times',
          measured: ratio / 2,
          ...(sockets === 1_000 && { budget: 2 }),
        },
        {
          label: `${name}: processor time of the echo for a message`,
          unit: 'µs',
          measured: rates.processor.floor,
        },
        {
          label: `${name}: processor time of the relay for a message`,
          unit: 'µs',
          measured: rates.processor.relay,
        },
        ...deliveryRows(messages, calm, sockets === 1_000 ? 10 : undefined),
        ...deliveryRows(`${name}, full load`, rates.full),
      ]
    }),
  )
}

/** Opens a socket for each pair, so that as many messages are in transit as in the pairs. */
async function openEcho(url: string, pairs: number, signal: AbortSignal): Promise<Channel[]> {
  return (await openAll(pairs, () => openSocket(url, signal))).map(echoChannel)
}

/** Opens pairs of sockets, with a topic each. */
async function openRelay(url: string, sockets: number, signal: AbortSignal): Promise<Channel[]> {
  const open = await openAll(sockets, () => createClient().open(url, signal))
  return Promise.all(
    open.slice(0, sockets / 2).flatMap((site, index) => {
      const wallet = open[index + sockets / 2]
      return wallet ? [relayChannel(site, wallet, signal)] : []
    }),
  )
}

type Loaded = { server: Server; channels: readonly Channel[] }

/** Measures both at full load in turns, so that other work of the machine slows both. */
async function measureFull(
  { floor, relay }: Record<'floor' | 'relay', Loaded>,
  signal: AbortSignal,
) {
  await atFull(floor.channels, seconds.warm, signal)
  await atFull(relay.channels, seconds.warm, signal)
  const rounds: Record<'floor' | 'full', Turn>[] = []
  for (let turn = 0; turn < turns; turn += 1)
    rounds.push({
      floor: await measureTurn(floor, signal),
      full: await measureTurn(relay, signal),
    })
  const medianOf = (value: (round: Record<'floor' | 'full', Turn>) => number) =>
    median(rounds.map(value))
  return {
    floor: medianOf((round) => round.floor.perSecond),
    full: {
      perSecond: medianOf(({ full }) => full.perSecond),
      milliseconds: rounds.flatMap(({ full }) => full.milliseconds),
    },
    ratio: medianOf((round) => round.floor.perSecond / round.full.perSecond),
    processor: {
      floor: medianOf((round) => round.floor.processor),
      relay: medianOf(({ full }) => full.processor),
    },
  }
}

/** `processor`: microseconds that the server's process used for a message. */
type Turn = Measurement & { processor: number }

async function measureTurn({ server, channels }: Loaded, signal: AbortSignal): Promise<Turn> {
  const before = await server.processor()
  const measured = await atFull(channels, seconds.turn, signal)
  const used = (await server.processor()) - before
  return { ...measured, processor: (1_000 * used) / measured.milliseconds.length }
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
