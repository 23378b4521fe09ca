import { expect, onTestFinished, test } from 'vitest'
import { startTestRedis } from '../testing/startTestRedis.ts'
import { newClient, newMessage, newTopic, textsFor } from './conformance/world.ts'
import { type MailboxStore, StoreError } from './mailboxStore.ts'
import { createRedisStore } from './redisStore.ts'

async function openOver(
  flags: readonly string[] = [],
): Promise<{ redis: Awaited<ReturnType<typeof startTestRedis>>; store: MailboxStore }> {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  for (let index = 0; index < flags.length; index += 2)
    await redis.ask('CONFIG', 'SET', flags[index] ?? '', flags[index + 1] ?? '')
  const store = await createRedisStore({ urls: [redis.url] })
  onTestFinished(store.close)
  return { redis, store }
}

/** Waits until all requests have settled. Returns how each has settled. */
const settled = (work: readonly Promise<unknown>[]) =>
  Promise.allSettled(work).then((results) => results.map(({ status }) => status))

test('while Redis hangs, requests fail with `late`, and succeed when it answers again', {
  timeout: 30_000,
}, async () => {
  const { redis, store } = await openOver()
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  await store.publish(newMessage(topic, site, 'before'))
  redis.signal('SIGSTOP')
  const requests = [
    store.publish(newMessage(topic, site, 'hanging')),
    store.read({ client: wallet, topic, after: 0, limit: 1 }),
    store.subscribe(wallet, [topic], ''),
    store.listen(wallet, () => {}),
  ]
  expect(await store.isHealthy()).toBe(false)
  expect(await settled(requests)).toEqual(requests.map(() => 'rejected'))
  await expect(store.publish(newMessage(topic, site, 'late'))).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'late',
  })
  redis.signal('SIGCONT')
  await expect.poll(() => store.isHealthy(), { timeout: 10_000 }).toBe(true)
  expect(await store.publish(newMessage(topic, site, 'after'))).toBe('stored')
  expect(await textsFor(store, wallet, topic)).toEqual(['before', 'hanging', 'after'])
})

test('while Redis is full, only new messages are refused, and they are stored again when memory is free', {
  timeout: 30_000,
}, async () => {
  const { redis, store } = await openOver(['maxmemory-policy', 'noeviction'])
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  for (const text of ['first', 'second']) await store.publish(newMessage(topic, site, text))
  await redis.ask('CONFIG', 'SET', 'maxmemory', '1mb')
  await expect(store.publish(newMessage(topic, site, 'x'.repeat(5_000)))).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'full',
  })
  expect(await store.isHealthy()).toBe(false)
  const {
    messages: [first],
  } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
  await store.acknowledge(wallet, topic, first?.seq ?? 0)
  expect(await textsFor(store, wallet, topic)).toEqual(['second'])
  await expect
    .poll(() => store.publish(newMessage(topic, site, 'third')).catch((error: unknown) => error))
    // the store refuses messages by itself as soon as it has measured Redis' memory
    .toMatchObject({ name: 'ShareError', reason: 'store' })
  await redis.ask('CONFIG', 'SET', 'maxmemory', '100mb')
  await expect
    .poll(() => store.publish(newMessage(topic, site, 'fourth')).catch(() => 'refused'), {
      timeout: 5_000,
    })
    .toBe('stored')
  expect(await store.isHealthy()).toBe(true)
})

test('values of another program are skipped and reported', async () => {
  const errors: string[] = []
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const store = await createRedisStore({
    urls: [redis.url],
    onError: ({ name }) => errors.push(name),
  })
  onTestFinished(store.close)
  const [site, wallet, topic, foreign] = [newClient(), newClient(), newTopic(), newTopic()]
  await store.publish(newMessage(topic, site, 'ours'))
  const {
    messages: [stored],
  } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
  await redis.ask('HSET', `lk:{${topic}}:m:7`, 'by', 'nobody')
  await redis.ask('ZADD', `lk:{${topic}}:log`, '7', '7')
  expect((await store.read({ client: wallet, topic, after: 0, limit: 10 })).messages).toEqual([
    stored,
  ])
  expect(errors).toEqual(['DamagedRowError'])
  await redis.ask('SET', `lk:{${foreign}}:log`, 'a text')
  await expect(store.read({ client: wallet, topic: foreign, after: 0, limit: 10 })).rejects.toThrow(
    StoreError,
  )
  expect(await store.isHealthy()).toBe(true)
})
