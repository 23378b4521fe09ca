import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../limits.ts'
import { newClient, newMessage, newTopic } from './conformance/world.ts'
import { createLmdbStore, type LmdbStoreOptions } from './lmdbStore.ts'

const day = 86_400_000
const plenty = { messages: 1e9, bytes: 1e12, subscriptions: 1e9 }

async function openStore(options: Partial<LmdbStoreOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder, ...options })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return store
}

test('an acknowledgement that is not stored, because the message has too many, causes no event', async () => {
  const store = await openStore()
  await store.watch.start(() => {})
  const [site, stranger, topic] = [newClient(), newClient(), newTopic()]
  await store.watch.register(
    stranger,
    {
      id: 'hook',
      type: 'subscriber',
      service: 'https://example.org',
      url: 'https://example.org',
      tags: [1108],
      statuses: ['delivered'],
      ends: Date.now() + day,
    },
    '',
  )
  await store.publish(newMessage(topic, site, 'hello'))
  const {
    messages: [message],
  } = await store.read({ client: stranger, topic, after: 0, limit: 1 })
  await Promise.all(
    Array.from({ length: 2 * limits.subscribers }, () =>
      store.acknowledge(newClient(), topic, message?.seq ?? 0),
    ),
  )
  await store.acknowledge(stranger, topic, message?.seq ?? 0)
  expect(await store.watch.claim(10)).toEqual([])
})

test('a registration that ends no longer counts against the limit, also when another one replaces it', async () => {
  // the beginning of a day, because the sweep removes counts at the end of a day
  let time = Math.ceil(Date.now() / day) * day
  const store = await openStore({
    now: () => time,
    shares: { client: { ...plenty, subscriptions: limits.watch.weight }, address: plenty },
  })
  await store.watch.start(() => {})
  const [site, topic] = [newClient(), newTopic()]
  const register = (id: string) =>
    store.watch.register(
      site,
      {
        id,
        type: 'publisher',
        service: 'https://example.org',
        url: 'https://example.org',
        tags: [1108],
        statuses: ['accepted'],
        ends: time + 60_000,
      },
      '',
    )
  expect(await register('first')).toBe(true)
  time += 120_000
  expect(await register('first')).toBe(true)
  time += 120_000
  await store.sweep()
  expect(await register('second')).toBe(true)
  time += 120_000
  // the sweep must not remove the new registration
  await Promise.all([register('second'), store.sweep()])
  await store.publish(newMessage(topic, site, 'hello'))
  expect(await store.watch.claim(10)).toHaveLength(1)
})
