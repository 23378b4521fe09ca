import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testMailboxStore } from './conformance/testMailboxStore.ts'
import { newClient, newMessage, newTopic, textsFor, waitingFor } from './conformance/world.ts'
import { createLmdbStore } from './lmdbStore.ts'
import { openTables } from './lmdbTables.ts'

const day = 86_400_000

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

testMailboxStore(async (options) => {
  const store = await createLmdbStore({ folder: await newFolder(), ...options })
  onTestFinished(store.close)
  return store
})

test('after a start that fails, the folder is unlocked', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'data.mdb')) // a folder where the store's file would be
  await expect(createLmdbStore({ folder })).rejects.toThrow()
  expect(
    (await readdir(folder)).filter(
      (name) =>
        name === 'lock' ||
        (name.startsWith('lock.') && name !== 'lock.mdb' && name !== 'lock.room'),
    ),
  ).toEqual([])
  await rm(join(folder, 'data.mdb'), { recursive: true })
  await (await createLmdbStore({ folder })).close()
})

test('after a restart, all stored data is available', async () => {
  const folder = await newFolder()
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  const before = await createLmdbStore({ folder })
  await before.subscribe(wallet, [topic], '')
  const message = newMessage(topic, site, 'first')
  await before.publish(message)
  await before.publish(newMessage(topic, site, 'second'))
  const {
    messages: [first],
  } = await before.read({ client: wallet, topic, after: 0, limit: 1 })
  await before.acknowledge(wallet, topic, first?.seq ?? 0)
  await before.close()

  const after = await createLmdbStore({ folder })
  onTestFinished(after.close)
  expect(await after.publish(message)).toBe('known')
  expect(await after.publish(newMessage(topic, site, 'second'))).toBe('known')
  expect(await waitingFor(after, wallet)).toEqual([topic])
  expect(await textsFor(after, wallet, topic)).toEqual(['second'])
})

test('a client that publishes many messages at once does not delay the answer to another client', async () => {
  const [folder, site, other] = [await newFolder(), newClient(), newClient()]
  const store = await createLmdbStore({ folder })
  onTestFinished(store.close)
  const answered: string[] = []
  const publish = (from: typeof site) =>
    store.publish(newMessage(newTopic(), from, 'hello')).then(() => answered.push(from))
  await Promise.all([...Array.from({ length: 400 }, () => publish(site)), publish(other)])
  expect(answered.indexOf(other)).toBeLessThan(200)
})

test('a message that all subscribers have read makes room at once', async () => {
  const [folder, site, wallet, topic] = [await newFolder(), newClient(), newClient(), newTopic()]
  const store = await createLmdbStore({ folder, mailbox: { messages: 1, bytes: 1_000_000 } })
  onTestFinished(store.close)
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  onTestFinished(() => clock.mockRestore())
  await store.subscribe(wallet, [topic], '')
  expect(await store.publish(newMessage(topic, site, 'a'))).toBe('stored')
  expect(await store.publish(newMessage(topic, site, 'b'))).toBe('full')
  const {
    messages: [first],
  } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
  await store.acknowledge(wallet, topic, first?.seq ?? 0)
  expect(await store.publish(newMessage(topic, site, 'b'))).toBe('stored')
})

test('expired data is removed from the disk', async () => {
  const folder = await newFolder()
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  const before = await createLmdbStore({ folder })
  await before.subscribe(wallet, [topic], '')
  await before.publish(newMessage(topic, site, 'short'))
  await before.publish(newMessage(topic, site, 'long', { ttl: 29 * day }))
  const { messages } = await before.read({ client: wallet, topic, after: 0, limit: 2 })
  for (const { seq } of messages) await before.acknowledge(wallet, topic, seq)
  await before.acknowledge(wallet, topic, 7) // a number that no message has
  await before.close()

  const counts = async (later: number) => {
    const store = await createLmdbStore({ folder, now: () => Date.now() + later })
    await store.sweep()
    await store.close()
    return countsOf(folder)
  }
  // `due`: the topic is due twice and the wallet's subscription once; the counts of the site are due
  // twice, and the counts of the wallet once
  expect(await counts(0)).toEqual({
    messages: 2,
    texts: 0,
    acknowledged: 2,
    subscribers: 1,
    topics: 1,
    usage: 3,
    due: 6,
    hooks: 0,
    events: 0,
    eventTexts: 0,
  })
  expect(await counts(day)).toEqual({
    messages: 1,
    texts: 0,
    acknowledged: 1,
    subscribers: 1,
    topics: 1,
    usage: 2,
    due: 4,
    hooks: 0,
    events: 0,
    eventTexts: 0,
  })
  expect(await counts(31 * day)).toEqual(empty)
})

const empty = {
  messages: 0,
  texts: 0,
  acknowledged: 0,
  subscribers: 0,
  topics: 0,
  usage: 0,
  due: 0,
  hooks: 0,
  events: 0,
  eventTexts: 0,
}

/** The number of rows of each table of a closed store. */
async function countsOf(folder: string) {
  const { root, ...tables } = openTables(folder)
  const counts = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, table.getCount()]),
  )
  await root.close()
  return counts
}

test('messages stay in order when the clock goes back between two runs', async () => {
  const folder = await newFolder()
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  for (const [text, offset] of [
    ['first', 0],
    ['second', -day],
    ['third', -2 * day],
  ] as const) {
    const store = await createLmdbStore({ folder, now: () => Date.now() + offset })
    await store.publish(newMessage(topic, site, text, { ttl: 10 * day }))
    await store.close()
  }
  const store = await createLmdbStore({ folder })
  onTestFinished(store.close)
  expect(await textsFor(store, wallet, topic)).toEqual(['first', 'second', 'third'])
})
