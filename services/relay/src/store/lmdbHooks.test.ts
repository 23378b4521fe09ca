import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limits } from '../limits.ts'
import { newClient, newMessage, newTopic } from './conformance/world.ts'
import { createLmdbStore } from './lmdbStore.ts'

const day = 86_400_000
const plenty = { messages: 1e9, bytes: 1e12, subscriptions: 1e9 }

test('a registration that has ended gives the share back, also when another takes its place', async () => {
  let time = Math.ceil(Date.now() / day) * day // the beginning of a day: what is counted would be forgotten at its end
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder, now: () => time, shares: { client: { ...plenty, subscriptions: limits.watch.weight }, address: plenty } })
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  await store.watch.start(() => {})
  const [site, topic] = [newClient(), newTopic()]
  const register = (id: string) => store.watch.register(site, { id, type: 'publisher', service: 'https://example.org', url: 'https://example.org', tags: [1108], statuses: ['accepted'], ends: time + 60_000 }, '')
  expect(await register('first')).toBe(true)
  time += 120_000
  expect(await register('first')).toBe(true)
  time += 120_000
  await store.sweep()
  expect(await register('second')).toBe(true)
  time += 120_000
  await Promise.all([register('second'), store.sweep()]) // the new one stays
  await store.publish(newMessage(topic, site, 'hello'))
  expect(await store.watch.claim(10)).toHaveLength(1)
})
