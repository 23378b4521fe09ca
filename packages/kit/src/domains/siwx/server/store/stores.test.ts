import fc from 'fast-check'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestRedis } from '../../../../../../../services/relay/src/testing/startTestRedis.ts'
import { manualClock } from '../../../../testing/manualClock.ts'
import { startTestSiwx } from '../startTestSiwx.ts'
import { createMemoryStore } from './createMemoryStore.ts'
import { createRedisStore } from './createRedisStore.ts'
import type { RedisClient } from './createRedisStore.ts'
import { createShares } from './createShares.ts'

let redis: Awaited<ReturnType<typeof startTestRedis>>
let node: ReturnType<typeof createClient>
let io: Redis
beforeAll(async () => {
  redis = await startTestRedis()
  node = createClient({ url: redis.url })
  node.on('error', () => {}) // one test stops the server, which causes errors
  await node.connect()
  io = new Redis(redis.url, { maxRetriesPerRequest: 0 })
  io.on('error', () => {})
})
afterAll(async () => {
  node.destroy()
  io.disconnect()
  await redis.stop()
})

const clients: Record<string, () => RedisClient> = {
  'the client of redis': () => node,
  'the client of ioredis': () => io,
  'a function': () => (command) => node.sendCommand([...command]),
}

type Clock = ReturnType<typeof manualClock>
const stores = [
  ['memory', (clock: Clock) => createMemoryStore({ clock })] as const,
  ...Object.entries(clients).map(
    ([name, client]) =>
      [
        `Redis by ${name}`,
        (clock: Clock) =>
          createRedisStore({ client: client(), prefix: `${name}:${Math.random()}:`, clock }),
      ] as const,
  ),
]

describe.each(stores)('a store in %s', (_, createStore) => {
  test('a key is written once, even by many calls at the same time', async () => {
    const clock = manualClock()
    const store = createStore(clock)
    const until = clock.now() + 60_000
    expect(await store.get('a')).toBeUndefined()
    const written = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.add('a', `text ${index}`, until)),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(await store.get('a')).toBe(`text ${written.indexOf(true)}`)
    expect(await store.add('b', '', until)).toBe(true)
    expect(await store.get('b')).toBe('')
    await store.remove('a')
    await store.remove('none')
    expect(await store.get('a')).toBeUndefined()
    expect(await store.get('b')).toBe('')
    expect(await store.add('a', 'again', until)).toBe(true)
  })

  test('an entry that has already expired is not stored', async () => {
    const clock = manualClock()
    const store = createStore(clock)
    await store.add('over', 'text', clock.now())
    expect(await store.get('over')).toBeUndefined()
  })

  test('of two servers with one store, only one accepts a nonce, and both read the session', async () => {
    const clock = manualClock()
    const store = createStore(clock)
    const [one, other] = [startTestSiwx({ store, clock }), startTestSiwx({ store, clock })]
    const first = one.browser()
    const second = other.browser()
    const signed = await first.sign()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? first : second).send('/verify', signed),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ])
    expect((await first.send('/verify', signed)).body.error?.code).toBe('nonceSpent')
    const cookie = answers.find(({ status }) => status === 200)?.cookie?.split(';')[0] ?? ''
    for (const { siwx } of [one, other])
      expect((await siwx.readSession({ headers: { cookie } }))?.accounts).toMatchObject([signed])
  })
})

test('the memory store drops expired entries and has a size limit', async () => {
  const clock = manualClock()
  const store = createMemoryStore({ clock, limit: 10 })
  expect(await store.add('a', '12345', clock.now() + 5_000)).toBe(true)
  await expect(store.add('b', '1234567890', clock.now() + 5_000)).rejects.toMatchObject({
    code: 'storeFull',
  })
  expect(await store.get('a')).toBe('12345')
  clock.advance(5_000)
  expect(await store.get('a')).toBeUndefined()
  expect(await store.add('b', '12345', clock.now() + 5_000)).toBe(true)
  await store.remove('b')
  expect(await store.add('c', '123456789', clock.now() + 5_000)).toBe(true)
})

test('a full memory store drops the oldest sessions of the largest share, never the used nonces', async () => {
  const clock = manualClock()
  const store = createMemoryStore({ clock, limit: 20_000 })
  const { siwx, browser } = startTestSiwx({ clock, store })
  const first = browser()
  const signed = await first.sign()
  await first.send('/verify', signed)
  const strangers = []
  for (let visitor = 0; visitor < 30; visitor++) {
    const { send, sign, cookie } = browser()
    expect((await send('/verify', await sign({ statement: 'x'.repeat(2_000) }))).status).toBe(200)
    strangers.push(cookie())
  }
  const isIn = async (cookie: string) =>
    (await siwx.readSession(new Request(siwx.origin, { headers: { cookie } }))) !== undefined
  expect(await isIn(first.cookie())).toBe(true) // only the new sessions have removed each other
  expect(await isIn(strangers[0] ?? '')).toBe(false)
  expect(await isIn(strangers.at(-1) ?? '')).toBe(true)
  expect((await first.send('/verify', signed)).body.error).toMatchObject({ code: 'nonceSpent' })
})

test('a client that signs in very often removes only its own sessions', async () => {
  const clock = manualClock()
  const store = createMemoryStore({ clock, limit: 40_000 })
  let address = '192.0.2.1'
  const { siwx, browser } = startTestSiwx({ clock, store, client: () => address })
  const visitors = []
  for (let visitor = 0; visitor < 10; visitor++) {
    address = `192.0.2.${visitor}`
    const { send, sign, cookie } = browser()
    await send('/verify', await sign())
    visitors.push(cookie())
  }
  address = '203.0.113.7'
  for (let time = 0; time < 200; time++) {
    const { send, sign } = browser()
    expect((await send('/verify', await sign())).status).toBe(200)
  }
  for (const cookie of visitors)
    expect(await siwx.readSession(new Request(siwx.origin, { headers: { cookie } }))).toBeDefined()
})

test.each([false, true])(
  'without known clients, many new sessions do not remove returning visitors (the new sessions are read: %s)',
  async (isRead) => {
    const clock = manualClock()
    const store = createMemoryStore({ clock, limit: 40_000 })
    const { siwx, browser } = startTestSiwx({ clock, store })
    const visit = async () => {
      const { send, sign, cookie } = browser()
      expect((await send('/verify', await sign())).status).toBe(200)
      return cookie()
    }
    const isIn = async (cookie: string) =>
      (await siwx.readSession(new Request(siwx.origin, { headers: { cookie } }))) !== undefined
    const visitors = []
    for (let visitor = 0; visitor < 10; visitor++) visitors.push(await visit())
    for (const cookie of visitors) expect(await isIn(cookie)).toBe(true)
    for (let stranger = 0; stranger < 100; stranger++) {
      const cookie = await visit()
      if (isRead) expect(await isIn(cookie)).toBe(true)
      // reads the visitors' sessions, because the store also removes sessions that were not read
      // for the longest time
      const visitor = visitors[stranger % visitors.length]
      if (isRead && visitor !== undefined) expect(await isIn(visitor)).toBe(true)
    }
    for (const cookie of visitors) expect(await isIn(cookie)).toBe(true)
    // there is always room for a new visitor
    const [one, next] = [await visit(), await visit()]
    expect(await isIn(one)).toBe(true)
    expect(await isIn(next)).toBe(true)
  },
)

test('for any changes, the oldest entry of about the largest share is removed first', () => {
  const step = fc.record({
    share: fc.integer({ min: 0, max: 5 }).map(String),
    size: fc.integer({ min: 1, max: 5_000 }),
    isRemoved: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const shares = createShares()
      const model = new Map<string, { share: string; size: number }>()
      steps.forEach(({ share, size, isRemoved }, at) => {
        const victim = isRemoved ? shares.oldestOfLargest() : undefined
        const sizes = new Map<string, number>()
        for (const one of model.values())
          sizes.set(one.share, (sizes.get(one.share) ?? 0) + one.size)
        if (isRemoved) {
          expect(victim === undefined).toBe(model.size === 0)
          const entry = model.get(victim ?? '')
          if (victim === undefined || !entry) return
          expect((sizes.get(entry.share) ?? 0) * 2).toBeGreaterThan(Math.max(...sizes.values()))
          expect([...model].find(([, { share: own }]) => own === entry.share)?.[0]).toBe(victim)
          shares.remove(entry.share, victim, entry.size)
          model.delete(victim)
        } else {
          shares.add(share, `key ${at}`, size)
          model.set(`key ${at}`, { share, size })
        }
      })
    }),
  )
})

test('Redis entries expire, and contain no cookie that would open a session', async () => {
  const clock = manualClock()
  const { siwx, browser } = startTestSiwx({
    store: createRedisStore({ client: node, prefix: 'whole:', clock }),
    clock,
    sessionSeconds: 100,
  })
  const { send, sign, cookie } = browser()
  await send('/verify', await sign())
  const keys = (await node.keys('whole:*')).sort()
  expect(keys.map((key) => key.split(':')[1])).toEqual(['nonce', 'session'])
  const lives = await Promise.all(keys.map((key) => node.pTTL(key)))
  expect(lives[0]).toBeGreaterThan(650_000)
  expect(lives[0]).toBeLessThanOrEqual(660_000)
  expect(lives[1]).toBeGreaterThan(90_000)
  expect(lives[1]).toBeLessThanOrEqual(100_000)
  const id = keys[1]?.split(':')[2] ?? ''
  expect(cookie()).toContain(id)
  expect(await siwx.readSession({ headers: { cookie: `__Host-siwx=${id}` } })).toBeUndefined()
})

test('if Redis is down, sign-in and sessions fail with `storeFailed`', async () => {
  const clock = manualClock()
  const own = await startTestRedis()
  const client = createClient({ url: own.url, socket: { reconnectStrategy: false } })
  client.on('error', () => {}) // this test stops the server, which causes errors
  await client.connect()
  const { siwx, browser } = startTestSiwx({ store: createRedisStore({ client, clock }), clock })
  const { send, sign, cookie } = browser()
  await send('/verify', await sign())
  const signed = await sign()
  await own.stop()
  expect(await send('/verify', signed)).toMatchObject({
    status: 503,
    body: { error: { code: 'storeFailed' } },
    cookie: undefined,
  })
  expect(await send('/sessions')).toMatchObject({ status: 503 })
  await expect(siwx.readSession({ headers: { cookie: cookie() } })).rejects.toMatchObject({
    code: 'storeFailed',
  })
})
