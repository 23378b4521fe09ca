import { once } from 'node:events'
import * as times from '@latchkey/protocol/times'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestClock } from '../../../core/testing/startTestClock.ts'
import { failureOf } from '../testing/failureOf.ts'
import { startRelayClient } from '../testing/startRelayClient.ts'
import { startHostileRelay } from '../testing/startHostileRelay.ts'
import type { HostileFrame, HostileRelay } from '../testing/startHostileRelay.ts'
import { push, startSubscribed, topic } from '../testing/startSubscribed.ts'

const consoleMethods = ['debug', 'log', 'info', 'warn', 'error'] as const
beforeEach(() => consoleMethods.forEach((method) => vi.spyOn(console, method)))
afterEach(expectSilence)

function expectSilence(): void {
  for (const method of consoleMethods)
    expect(console[method], 'nothing is logged').not.toHaveBeenCalled()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}

const publication = { topic, message: 'AA==', ttl: 300, tag: 1100 }

const answerAll = async (relay: HostileRelay, method: string, count: number) => {
  const frames: HostileFrame[] = []
  while (frames.length < count) frames.push(await relay.answer(method))
  return frames
}

test('a relay that does not open its socket fails after one minute, with attempts of 15 s', async () => {
  const relay = await startHostileRelay('silent')
  const { client, clock } = startRelayClient(relay)
  const published = failureOf(client.publish(publication))
  for (const attempt of [1, 2, 3]) {
    await clock.scheduled(15_000, attempt)
    clock.advance(15_000)
    await clock.scheduled(attempt * 1_000)
    clock.advance(attempt * 1_000)
  }
  await clock.scheduled(15_000, 4)
  clock.advance(9_000)
  expect(await published).toMatchObject({ code: 'relayUnreachable' })
})

test('a relay that refuses is tried five times with growing pauses, then fails with `relayUnreachable`', async () => {
  const relay = await startHostileRelay('shut')
  const { client, clock } = startRelayClient(relay)
  const published = failureOf(client.publish(publication))
  for (const seconds of [1, 2, 3, 4]) {
    await clock.scheduled(seconds * 1_000)
    clock.advance(seconds * 1_000)
  }
  expect(await published).toMatchObject({
    code: 'relayUnreachable',
    message: 'Relay socket cannot connect after 5 attempts',
  })
  expect(relay.upgrades()).toBe(5)
})

test('a preconnected socket is used for the next topic', async () => {
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  client.preconnect()
  await client.opened()
  const subscribed = client.subscribe(topic)
  await relay.answer('irn_subscribe')
  await subscribed
  clock.advance(times.relayPreconnect)
  expect(await client.opened()).toBeDefined()
  expect(relay.upgrades()).toBe(1)
})

test('a preconnected socket that is not used closes after 5 s', async () => {
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  client.preconnect()
  await client.opened()
  clock.advance(times.relayPreconnect - 1)
  expect(await client.opened()).toBeDefined()
  clock.advance(1)
  await expect.poll(() => client.opened()).toBeUndefined()
  clock.advance(600_000)
  expect(relay.upgrades()).toBe(1)
})

test('a client with topics keeps trying after five failed attempts', async () => {
  const relay = await startHostileRelay('shut')
  const { client, clock } = startRelayClient(relay)
  client.restore([topic])
  for (const round of [1, 2]) {
    for (const seconds of [1, 2, 3, 4, 35]) {
      await clock.scheduled(seconds * 1_000, round)
      clock.advance(seconds * 1_000)
    }
  }
  await clock.scheduled(1_000, 3)
  expect(relay.upgrades()).toBe(11)
})

test('after close code 3000 the client does not reconnect until the next request', async () => {
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  const subscribed = failureOf(client.subscribe(topic))
  const { socket } = await relay.next()
  socket.close(3000, 'Unauthorized: origin not allowed')
  await once(socket, 'close')
  expect(await subscribed).toMatchObject({
    code: 'socketClosedAbnormally',
    details: 'Unauthorized: origin not allowed',
  })
  clock.advance(600_000)
  expect(relay.upgrades()).toBe(1)

  const published = failureOf(client.publish(publication))
  await relay.answer('irn_batchSubscribe')
  const again = await relay.next('irn_publish')
  again.socket.close(3000, 'Unauthorized: origin not allowed')
  await once(again.socket, 'close')
  expect(await published).toMatchObject({ code: 'socketClosedAbnormally' })
  clock.advance(600_000)
  expect(relay.upgrades()).toBe(2)
})

test.for([1000, 1001, 1011, 1013, 4000])(
  'after close code %i the client reconnects after 1 s and subscribes its topics, 500 per request',
  async (code) => {
    const relay = await startHostileRelay()
    const { client, clock } = startRelayClient(relay)
    const topics = Array.from({ length: 1_001 }, (_, index) => index.toString(16).padStart(64, '0'))
    client.restore(topics)
    const before = await answerAll(relay, 'irn_batchSubscribe', 3)
    const sizes = (frames: readonly HostileFrame[]) =>
      frames.map(({ params }) => (Array.isArray(params?.topics) ? params.topics.length : 0))
    expect(sizes(before)).toEqual([500, 500, 1])
    before[0]?.socket.close(code)
    await clock.scheduled(1_000)
    expect(relay.upgrades()).toBe(1)
    clock.advance(1_000)
    const after = await answerAll(relay, 'irn_batchSubscribe', 3)
    expect(after.flatMap(({ params }) => params?.topics)).toEqual(topics)
    expect(relay.upgrades()).toBe(2)
  },
)

test('a relay that hangs up during a subscription gets one socket at a time', async () => {
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  client.restore([topic])
  const first = await relay.next('irn_batchSubscribe')
  first.socket.terminate()
  await clock.scheduled(1_000)
  clock.advance(1_000)
  await relay.answer('irn_batchSubscribe')
  const published = client.publish(publication)
  await relay.answer('irn_publish')
  await published
  clock.advance(60_000)
  expect(relay.upgrades()).toBe(2)
})

test('topics of another tab are subscribed on the open socket', async () => {
  const { relay, client } = await startSubscribed()
  client.restore([topic, 'cd'.repeat(32)])
  expect((await relay.answer('irn_batchSubscribe')).params).toEqual({ topics: ['cd'.repeat(32)] })
  expect(relay.upgrades()).toBe(1)
})

test('a publication without an answer is repeated with the same id on new sockets for one minute', async () => {
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  const published = failureOf(client.publish(publication))
  const frames: HostileFrame[] = []
  for (const attempt of [1, 2, 3]) {
    frames.push(await relay.next('irn_publish'))
    clock.advance(15_000)
    await clock.scheduled(3_000, attempt)
    clock.advance(3_000)
  }
  frames.push(await relay.next('irn_publish'))
  clock.advance(6_000)
  await clock.scheduled(0)
  clock.advance(0)
  expect(await published).toMatchObject({ code: 'httpTimeout' })
  expect(new Set(frames.map(({ id }) => id)).size).toBe(1)
  expect(new Set(frames.map(({ socket }) => socket)).size).toBe(4)
  expect(frames[0]?.params).toEqual({ ...publication, prompt: false })
})

test('a publication lost with its socket is sent again', async () => {
  const { relay, client, clock, socket } = await startSubscribed()
  const published = client.publish(publication)
  const lost = await relay.next('irn_publish')
  socket.terminate()
  await clock.scheduled(3_000)
  clock.advance(3_000)
  await relay.answer('irn_batchSubscribe')
  expect((await relay.answer('irn_publish')).id).toBe(lost.id)
  await published
})

test('if the relay answers with an error, the publication rejects at once', async () => {
  const relay = await startHostileRelay()
  const { client } = startRelayClient(relay)
  const published = failureOf(client.publish(publication))
  const { id, socket } = await relay.next()
  socket.send(
    JSON.stringify({ id, jsonrpc: '2.0', error: { code: 3001, message: 'Too many requests' } }),
  )
  expect(await published).toMatchObject({ code: 'httpFailed', details: 'Too many requests' })
})

test('while the browser is offline, a publication rejects at once; the client reconnects when it is online', async () => {
  const machine = { onLine: false }
  vi.stubGlobal('navigator', machine)
  vi.stubGlobal('window', new EventTarget())
  const relay = await startHostileRelay()
  const { client, clock } = startRelayClient(relay)
  await expect(client.publish(publication)).rejects.toMatchObject({ code: 'offline' })
  expect(relay.upgrades()).toBe(0)
  client.restore([topic])
  await clock.scheduled(35_000)
  machine.onLine = true
  window.dispatchEvent(new Event('online'))
  await relay.answer('irn_batchSubscribe')
})

test.for(['http://127.0.0.1:1', 'ws://127.0.0.1:1#x'])(
  'the address %s is rejected with `socketUrlInvalid`',
  async (url) => {
    await expect(startRelayClient({ url }).client.publish(publication)).rejects.toMatchObject({
      code: 'socketUrlInvalid',
    })
  },
)

test('each publication gets its own answer, whatever the order of the answers', async () => {
  const { relay, client } = await startSubscribed()
  const settled: string[] = []
  const publish = (message: string) =>
    client.publish({ ...publication, message }).then(() => settled.push(message))
  const both = [publish('one'), publish('two')]
  const frames = [await relay.next(), await relay.next()]
  for (const { id, socket } of frames.reverse())
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  await Promise.all(both)
  expect(settled).toEqual(['two', 'one'])
})

const stages = {
  'before it begins': { acceptance: 'open', reach: async () => {} },
  'while the socket opens': { acceptance: 'silent', reach: ({ clock }) => clock.scheduled(15_000) },
  'between two attempts': { acceptance: 'shut', reach: ({ clock }) => clock.scheduled(1_000) },
  'while topics are followed': {
    acceptance: 'open',
    reach: ({ relay }) => relay.next('irn_batchSubscribe'),
  },
  'while the answer is awaited': {
    acceptance: 'open',
    reach: ({ relay }) =>
      relay.answer('irn_batchSubscribe').then(() => relay.next('irn_subscribe')),
  },
  'before it is repeated': {
    acceptance: 'open',
    async reach({ relay, clock }) {
      await relay.answer('irn_batchSubscribe')
      const { socket } = await relay.next('irn_subscribe')
      socket.terminate()
      await clock.scheduled(3_000)
    },
  },
} as const satisfies Record<
  string,
  {
    acceptance: Parameters<typeof startHostileRelay>[0]
    reach: (at: { relay: HostileRelay; clock: TestClock }) => Promise<unknown>
  }
>
const stageNames = Object.keys(stages) as (keyof typeof stages)[] // it has exactly these keys

test.for(stageNames)('an abort %s rejects at once', async (name) => {
  const { acceptance, reach } = stages[name]
  const relay = await startHostileRelay(acceptance)
  const { client, clock } = startRelayClient(relay)
  const controller = new AbortController()
  if (name === 'before it begins') controller.abort()
  const subscribed = failureOf(client.subscribe(topic, { signal: controller.signal }))
  await reach({ relay, clock })
  controller.abort()
  expect(await subscribed).toMatchObject({ code: 'requestAborted' })
})

test.for(stageNames)(
  'a close %s rejects at once, and the client never reconnects',
  async (name) => {
    const { acceptance, reach } = stages[name]
    const relay = await startHostileRelay(acceptance)
    const { client, clock } = startRelayClient(relay)
    if (name === 'before it begins') client.close()
    const subscribed = failureOf(client.subscribe(topic))
    await reach({ relay, clock })
    client.close()
    expect(await subscribed).toMatchObject({ code: 'requestAborted' })
    const before = relay.upgrades()
    clock.advance(600_000)
    client.restore(['cd'.repeat(32)])
    await expect(client.publish(publication)).rejects.toMatchObject({ code: 'requestAborted' })
    expect(relay.upgrades()).toBe(before)
  },
)

test('a closed client receives nothing and closes its socket', async () => {
  const { client, socket, received } = await startSubscribed()
  const gone = once(socket, 'close')
  socket.send(push(1, 'too late'))
  client.close()
  expect((await gone)[0]).toBe(1000)
  expect(received).toEqual([])
})

test('a client without topics closes its socket after all answers have arrived', async () => {
  const { relay, client, socket } = await startSubscribed()
  const gone = once(socket, 'close')
  const published = client.publish(publication)
  void client.unsubscribe(topic)
  await relay.answer('irn_unsubscribe')
  await relay.answer('irn_publish')
  await published
  await gone
  const again = client.subscribe(topic)
  await relay.answer('irn_batchSubscribe')
  await relay.answer('irn_subscribe')
  await again
  expect(relay.upgrades()).toBe(2)
})

test('`unsubscribe` opens no socket', async () => {
  const relay = await startHostileRelay('shut')
  const { client, clock } = startRelayClient(relay)
  const subscribed = failureOf(client.subscribe(topic))
  for (const seconds of [1, 2, 3, 4]) {
    await clock.scheduled(seconds * 1_000)
    clock.advance(seconds * 1_000)
  }
  expect(await subscribed).toMatchObject({ code: 'relayUnreachable' })
  await client.unsubscribe(topic)
  expect(relay.upgrades()).toBe(5)
})
