import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { irn_batchSubscribe } from '../methods/irn_batchSubscribe.ts'
import { irn_batchSubscribeBlocking } from '../methods/irn_batchSubscribeBlocking.ts'
import type { LogLine } from '../options.ts'
import type { Call } from '../rpc/method.ts'
import { GoneError } from '../rpc/tagOf.ts'
import type { MailboxStore } from '../store/mailboxStore.ts'
import { nextId } from '../testing/openTestSocket.ts'
import { newTopic, startTestRelay, type TestRelay } from '../testing/startTestRelay.ts'

const metrics = async ({ http }: TestRelay) => (await fetch(`${http}/metrics`)).text()
const answered = async (relay: TestRelay) =>
  Number(
    /requests_total\{method="irn_fetchMessages",outcome="ok"\} (\d+)/.exec(
      await metrics(relay),
    )?.[1] ?? 0,
  )

async function fill(relay: TestRelay, topic: string, messages: number, bytes = 500_000) {
  const site = await relay.open()
  for (let index = 0; index < messages; index += 1)
    await site.ask('irn_publish', {
      topic,
      message: `${index} ${'x'.repeat(bytes)}`,
      ttl: 300,
      tag: 1,
    })
}

test('an answer to irn_fetchMessages has only as many messages as fit', async () => {
  const relay = await startTestRelay()
  const topic = newTopic()
  await fill(relay, topic, 6)
  const wallet = await relay.open()
  const { messages, hasMore } = (await wallet.ask('irn_fetchMessages', { topic })) as {
    messages: unknown[]
    hasMore: boolean
  } // the method answers with this shape
  expect([messages.length, hasMore]).toEqual([2, true])
  expect(JSON.stringify(messages).length).toBeLessThanOrEqual(limits.fetched + 100)
})

test('the size of an answer counts against the limit of requests', async () => {
  const at = Date.now()
  const relay = await startTestRelay({
    shares: { client: { requests: 15 } },
    clock: { now: () => at },
  })
  const topic = newTopic()
  await fill(relay, topic, 2, 900_000)
  const wallet = await relay.open()
  for (let count = 0; count < 3; count += 1) await wallet.ask('irn_fetchMessages', { topic })
  await expect(wallet.ask('irn_fetchMessages', { topic })).rejects.toThrow('TooManyRequests')
})

test('a client that does not read its socket gets only some answers, and the others when it reads again', async () => {
  const relay = await startTestRelay({ shares: false })
  const topic = newTopic()
  await fill(relay, topic, 2)
  const wallet = await relay.open()
  wallet.socket.pause()
  const answers = Array.from({ length: 60 }, () =>
    wallet.answer('irn_fetchMessages', { topic }, nextId()),
  )
  let before = -1
  // The relay answers requests only until the system's buffers are full.
  await expect
    .poll(async () => before === (before = await answered(relay)) && before > 0, { interval: 300 })
    .toBe(true)
  expect(before).toBeLessThan(40)
  wallet.socket.resume()
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ result: { hasMore: false } })
})

test('when the socket ends, its unread answers are dropped', async () => {
  const relay = await startTestRelay({ shares: false })
  const topic = newTopic()
  await fill(relay, topic, 2)
  const wallet = await relay.open()
  wallet.socket.on('error', () => {})
  wallet.socket.pause()
  for (let count = 0; count < 200; count += 1)
    wallet.socket.send(
      JSON.stringify({
        id: nextId(),
        jsonrpc: '2.0',
        method: 'irn_fetchMessages',
        params: { topic },
      }),
    )
  let before = -1
  await expect
    .poll(async () => before === (before = await answered(relay)) && before > 0, { interval: 300 })
    .toBe(true)
  wallet.socket.terminate()
  await expect
    .poll(async () =>
      (await metrics(relay)).includes(
        'latchkey_relay_requests_total{method="irn_fetchMessages",outcome="gone"}',
      ),
    )
    .toBe(true)
  expect(await answered(relay)).toBeLessThanOrEqual(before + 1)
  expect(await metrics(relay)).toContain('latchkey_relay_defects_total 0')
})

test('a client that does not read its socket is disconnected, and other clients get all messages', async () => {
  const lines: LogLine[] = []
  const relay = await startTestRelay({ shares: false, slow: 200, log: (line) => lines.push(line) })
  const topic = newTopic()
  const [wallet, live] = [await relay.open(), await relay.open()]
  await wallet.ask('irn_subscribe', { topic })
  wallet.socket.on('error', () => {})
  wallet.socket.pause()
  await fill(relay, topic, 18)
  await expect.poll(() => lines.some(({ reason }) => reason === 'does not read')).toBe(true)
  expect(await metrics(relay)).toContain('latchkey_relay_refused_total{why="slow"} 1')
  wallet.socket.terminate()
  await live.ask('irn_subscribe', { topic })
  for (let index = 0; index < 18; index += 1)
    expect((await live.push()).params.data.message.split(' ')[0]).toBe(`${index}`)
})

test('messages that grow when they are escaped arrive in order, also at a client that reads late', async () => {
  const relay = await startTestRelay({ shares: false })
  const [site, wallet, topic] = [await relay.open(), await relay.open(), newTopic()]
  await wallet.ask('irn_subscribe', { topic })
  wallet.socket.pause()
  const texts = Array.from(
    { length: 9 },
    (_, index) => `${index} ${(index % 3 === 0 ? 'x' : '\u0001').repeat(200_000)}`,
  )
  for (const message of texts)
    expect(await site.ask('irn_publish', { topic, message, ttl: 300, tag: 1 })).toBe(true)
  wallet.socket.resume()
  for (const message of texts)
    expect((await wallet.push()).params.data.message === message).toBe(true)
  expect(await metrics(relay)).toContain('latchkey_relay_defects_total 0')
})

test.each([irn_batchSubscribe, irn_batchSubscribeBlocking])(
  '$name waits until earlier answers are sent',
  async ({ answer }) => {
    const turns = { inTurn: () => Promise.reject(new GoneError()) }
    await expect(answer({ topics: [newTopic()] }, { turns } as unknown as Call)).rejects.toThrow(
      GoneError,
    ) // the tested code uses only these members of the call
  },
)

test('an internal error gets the answer Unknown and is counted, and the socket stays open', async () => {
  const lines: LogLine[] = []
  const relay = await startTestRelay({
    store: brokenStore(),
    watch: false,
    log: (line) => lines.push(line),
  })
  const [socket, topic] = [await relay.open(), newTopic()]
  const error = { code: -32603, message: 'Internal error: Unknown error', data: 'Unknown' }
  expect((await socket.answer('irn_publish', { topic, message: 'x' })).error).toEqual(error)
  expect((await socket.answer('irn_fetchMessages', { topic })).error).toEqual(error)
  expect(await metrics(relay)).toContain('latchkey_relay_defects_total 2')
  expect(lines.filter(({ event }) => event === 'failed')).toHaveLength(2)
  expect(await socket.ask('irn_subscribe', { topic })).toBeTruthy()
})

/** A store with a bug: its methods throw errors that a store never throws. */
function brokenStore(): MailboxStore {
  const broken: Partial<MailboxStore> = {
    publish: () => Promise.reject(new TypeError('secret')),
    read: () => {
      throw new RangeError('secret')
    },
    subscribe: async () => [],
    waiting: async function* none() {},
    listen: async () => () => {},
    usage: () => ({ bytes: 0, max: 1 }),
    isHealthy: async () => true,
  }
  return broken as MailboxStore // the relay uses only these members of the store here
}
