import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestCluster, startTestRedis } from '../testing/startTestRedis.ts'
import { newClient, newMessage, newTopic, textsFor } from './conformance/world.ts'
import { createLmdbStore } from './lmdbStore.ts'
import { moveToRedis } from './moveToRedis.ts'
import { createRedisStore } from './redisStore.ts'

/**
 * Makes a folder with two topics, four messages of `site`, two subscribers, an acknowledgement and a
 * webhook with a waiting event.
 */
async function filled() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = await createLmdbStore({ folder })
  const [site, one, other, away, topic, large] = [
    newClient(),
    newClient(),
    newClient(),
    newClient(),
    newTopic(),
    newTopic(),
  ]
  await store.subscribe(one, [topic, large], '10.0.0.1')
  await store.subscribe(other, [topic], '10.0.0.2')
  const known = { ...newMessage(topic, site, 'first'), address: '10.0.0.3' }
  await store.publish(known)
  await store.publish(newMessage(topic, site, 'second'))
  await store.publish(newMessage(large, site, 'x'.repeat(100_000)))
  const {
    messages: [first],
  } = await store.read({ client: one, topic, after: 0, limit: 1 })
  await store.acknowledge(one, topic, first?.seq ?? 0)
  await store.watch.start(() => {})
  await store.watch.register(
    one,
    {
      id: 'hook',
      type: 'subscriber',
      service: 's',
      url: 'https://hook.example/',
      tags: [1108],
      statuses: ['queued'],
      ends: Date.now() + 600_000,
    },
    '10.0.0.1',
  )
  await store.publish({ ...newMessage(topic, site, 'third'), tag: 1108 })
  const key = await store.watch.key('ab'.repeat(32))
  await store.close()
  return { folder, site, one, other, away, topic, large, known, key }
}

test.each(['one server', 'a cluster'])(
  'all data of a folder moves to Redis, and a second move is refused: %s',
  { timeout: 60_000 },
  async (kind) => {
    const { folder, site, one, other, away, topic, large, known, key } = await filled()
    const { urls, stop } =
      kind === 'a cluster'
        ? await startTestCluster()
        : await startTestRedis().then((redis) => ({ urls: [redis.url], stop: redis.stop }))
    onTestFinished(stop)
    const cluster = kind === 'a cluster'
    expect(await moveToRedis({ folder, urls, cluster })).toEqual({
      outcome: 'moved',
      moved: { messages: 4, acknowledgements: 1, subscriptions: 3, watches: 1, events: 1 },
    })
    const store = await createRedisStore({ urls, cluster })
    onTestFinished(store.close)
    expect(await textsFor(store, one, topic)).toEqual(['second', 'third'])
    expect(await textsFor(store, other, topic)).toEqual(['first', 'second', 'third'])
    expect(await textsFor(store, away, topic)).toEqual(['first', 'second', 'third'])
    expect(await textsFor(store, one, large)).toEqual(['x'.repeat(100_000)])
    expect(await store.publish(known)).toBe('known')
    const waiting: string[] = []
    for await (const topics of store.waiting(one)) waiting.push(...topics)
    expect(waiting.toSorted()).toEqual([topic, large].toSorted())
    expect(await store.watch.key('cd'.repeat(32))).toBe(key)
    await store.watch.start(() => {})
    const [event] = await store.watch.claim(10)
    expect(event).toMatchObject({
      client: one,
      status: 'queued',
      url: 'https://hook.example/',
      data: expect.stringContaining('third'),
    })
    if (event) await store.watch.finish(event)
    expect(await store.watch.claim(10)).toEqual([])
    // New messages get higher numbers than the moved ones, and subscriptions still work.
    const received: string[] = []
    await store.listen(other, (of) => void received.push(of))
    expect(await store.publish(newMessage(topic, site, 'fourth'))).toBe('stored')
    await vi.waitFor(() => expect(received).toEqual([topic]), { timeout: 10_000 })
    expect(await textsFor(store, other, topic)).toEqual(['first', 'second', 'third', 'fourth'])
    // Moving the same folder again changes nothing, even after new messages in Redis. A folder that
    // was used again has new contents, and is refused.
    expect(await moveToRedis({ folder, urls, cluster })).toEqual({ outcome: 'known' })
    expect(await textsFor(store, other, topic)).toEqual(['first', 'second', 'third', 'fourth'])
    const before = await createLmdbStore({ folder })
    await before.publish(newMessage(topic, site, 'here'))
    await before.close()
    await expect(moveToRedis({ folder, urls, cluster })).rejects.toThrow(
      'Redis has mailboxes of a relay already',
    )
  },
)

test('a move to a full Redis fails, and succeeds when it is repeated with enough memory', {
  timeout: 60_000,
}, async () => {
  const { folder, other, topic } = await filled()
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  await redis.ask('CONFIG', 'SET', 'maxmemory', '1')
  await expect(moveToRedis({ folder, urls: [redis.url], cluster: false })).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'full',
  })
  await redis.ask('CONFIG', 'SET', 'maxmemory', '0')
  expect(await moveToRedis({ folder, urls: [redis.url], cluster: false })).toMatchObject({
    moved: { messages: 4 },
  })
  const store = await createRedisStore({ urls: [redis.url] })
  onTestFinished(store.close)
  expect(await textsFor(store, other, topic)).toEqual(['first', 'second', 'third'])
})

test('after an interrupted move, a folder that a relay has used again is refused', {
  timeout: 60_000,
}, async () => {
  const { folder, other, topic, site } = await filled()
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const move = () => moveToRedis({ folder, urls: [redis.url], cluster: false })
  expect(await move()).toMatchObject({ outcome: 'moved' })
  // the state after a move that was killed before it wrote the last keys
  await redis.ask('DEL', 'lk:moved', 'lk:secret')
  expect(await move()).toMatchObject({ moved: { messages: 4 } })
  await redis.ask('DEL', 'lk:moved', 'lk:secret')
  const before = await createLmdbStore({ folder })
  const {
    messages: [first],
  } = await before.read({ client: other, topic, after: 0, limit: 1 })
  await before.acknowledge(other, topic, first?.seq ?? 0)
  await before.publish(newMessage(topic, site, 'here'))
  await before.close()
  await expect(move()).rejects.toThrow(
    'its folder was used since: empty the Redis (FLUSHALL), or name another one',
  )
  expect(Number(await redis.ask('EXISTS', 'lk:secret'))).toBe(0)
  await redis.ask('FLUSHALL')
  expect(await move()).toMatchObject({ moved: { messages: 5 } })
  const store = await createRedisStore({ urls: [redis.url] })
  onTestFinished(store.close)
  expect(await textsFor(store, other, topic)).toEqual(['second', 'third', 'here'])
})

test('the move of an empty folder moves no rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await moveToRedis({ folder, urls: ['redis://127.0.0.1:1'], cluster: false })).toEqual({
    outcome: 'moved',
    moved: { messages: 0, acknowledgements: 0, subscriptions: 0, watches: 0, events: 0 },
  })
})
