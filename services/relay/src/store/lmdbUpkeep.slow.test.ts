import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newClient, newMessage, newTopic, textsFor, waitingFor } from './conformance/world.ts'
import { createLmdbStore, type LmdbStoreOptions } from './lmdbStore.ts'
import { openTables } from './lmdbTables.ts'
import { type MailboxStore, ShareError } from './mailboxStore.ts'

const day = 86_400_000
const megabyte = 1024 * 1024
const plenty = { messages: 1e9, bytes: 1e12, subscriptions: 1e9 }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function openStore(options: Partial<LmdbStoreOptions> = {}) {
  const folder = options.folder ?? (await newFolder())
  const store = await createLmdbStore({ folder, ...options })
  onTestFinished(store.close)
  return { folder, store }
}

const emptyTables = {
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

/** The number of rows of each table. The store may be open. */
async function countsOf(folder: string) {
  const { root, ...tables } = openTables(folder)
  const counts = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, table.getCount()]),
  )
  await root.close()
  return counts
}

/**
 * Creates the data of one day: topics with subscribers, messages with several lifetimes,
 * acknowledgements, webhooks and their events.
 */
async function liveThroughADay(store: MailboxStore, now: () => number): Promise<void> {
  await store.watch.start(() => {})
  const clients = Array.from({ length: 20 }, newClient)
  for (const client of clients)
    await store.watch.register(
      client,
      {
        id: client,
        type: 'publisher',
        service: 'https://example.org',
        url: 'https://example.org',
        tags: [1108],
        statuses: ['accepted'],
        ends: now() + day,
      },
      '',
    )
  await Promise.all(
    clients.map(async (client, index) => {
      const topics = Array.from({ length: 50 }, newTopic)
      const wallet = newClient()
      await store.subscribe(wallet, topics, `10.0.0.${index}`)
      await Promise.all(
        topics.map((topic, each) =>
          store.publish(
            newMessage(topic, client, 'x'.repeat(each * 100), {
              ttl: 60_000 * (1 + each * 20),
              address: `10.0.1.${index}`,
            }),
          ),
        ),
      )
      for (const topic of topics.slice(0, 20)) {
        const {
          messages: [message],
        } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
        await store.acknowledge(wallet, topic, message?.seq ?? 0)
      }
    }),
  )
  for (
    let events = await store.watch.claim(500);
    events.length > 0;
    events = await store.watch.claim(500)
  )
    await Promise.all(events.map(store.watch.finish))
}

test('all data of a month expires, and the file does not grow from month to month', async () => {
  let time = Date.now()
  const now = () => time
  const folder = await newFolder()
  const sizes: number[] = []
  for (let month = 0; month < 4; month += 1) {
    const store = await createLmdbStore({ folder, now })
    await liveThroughADay(store, now)
    time += 31 * day
    await store.sweep()
    await store.close()
    expect(await countsOf(folder)).toEqual(emptyTables)
    sizes.push((await stat(join(folder, 'data.mdb'))).size)
  }
  expect(sizes.at(-1)).toBeLessThan((sizes[1] ?? 0) * 1.2)
})

test('twelve hours with 50,000 messages leave a folder about as large as two hours do', {
  timeout: 60_000,
}, async () => {
  let time = Date.now()
  const { store, folder } = await openStore({
    now: () => time,
    shares: { client: plenty, address: plenty },
  })
  const hour = day / 24
  const sizes: number[] = []
  for (let count = 0; count < 12; count += 1) {
    const [site, address] = [newClient(), `10.0.0.${count}`]
    // Each quarter of an hour, about a thousand messages are published, four in each topic, and one
    // in fifty is large. They expire before the next quarter.
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const topics = Array.from({ length: 264 }, newTopic)
      const texts = Array.from({ length: 1_050 }, (_, index) =>
        `${index}`.padEnd(index % 50 === 0 ? 10_000 : 500, 'x'),
      )
      await Promise.all(
        texts.map((text, index) =>
          store.publish(
            newMessage(topics[index >> 2] ?? '', site, text, { ttl: 600_000, address }),
          ),
        ),
      )
      time += hour / 4
      await store.sweep()
    }
    sizes.push((await stat(join(folder, 'data.mdb'))).size)
  }
  // All messages together would take 50 MiB. The file may grow a little more in some hours than in
  // others, because new rows and removed rows exist at the same time.
  expect(Math.max(...sizes) - (sizes[1] ?? 0)).toBeLessThan(4 * megabyte)
  time += hour
  await store.sweep()
  expect(await countsOf(folder)).toEqual(emptyTables)
})

test('expired data no longer counts against the limits of its client', async () => {
  let time = Date.now()
  const { store } = await openStore({
    now: () => time,
    shares: { client: { messages: 1, bytes: 10_000, subscriptions: 1 }, address: plenty },
  })
  const [site, topic] = [newClient(), newTopic()]
  const publish = (text: string) =>
    store
      .publish(newMessage(topic, site, text, { ttl: 60_000 }))
      .catch(({ reason }: { reason: string }) => reason)
  expect([await publish('first'), await publish('second')]).toEqual(['stored', 'client'])
  time += 7 * 60_000
  await store.sweep()
  expect([await publish('third'), await publish('fourth')]).toEqual(['stored', 'client'])
  await store.subscribe(site, [newTopic()], '')
  time += 31 * day
  await store.sweep()
  expect(await store.subscribe(site, [newTopic()], '')).toEqual([])
})

test('after a restart, the data of a client still counts against its limits', async () => {
  const shares = { client: { messages: 2, bytes: 10_000, subscriptions: 1 }, address: plenty }
  const folder = await newFolder()
  const site = newClient()
  const before = await createLmdbStore({ folder, shares })
  await before.publish(newMessage(newTopic(), site, 'first'))
  await before.publish(newMessage(newTopic(), site, 'second'))
  await before.subscribe(site, [newTopic()], '')
  await before.close()
  const { store } = await openStore({ folder, shares })
  await expect(store.publish(newMessage(newTopic(), site, 'third'))).rejects.toMatchObject({
    reason: 'client',
  })
  await expect(store.subscribe(site, [newTopic()], '')).rejects.toMatchObject({ reason: 'client' })
})

test('the data of an idle client still counts against its limits after other clients were active', async () => {
  const { store } = await openStore({
    shares: { client: { ...plenty, messages: 3 }, address: plenty },
  })
  const client = newClient()
  const publish = () => store.publish(newMessage(newTopic(), client, 'hello'))
  await publish()
  for (let sweeps = 0; sweeps < 3; sweeps += 1) {
    await store.sweep()
    await store.publish(newMessage(newTopic(), newClient(), 'hello'))
  }
  await Promise.all([publish(), publish()])
  await store.sweep()
  await expect(publish()).rejects.toThrow(ShareError)
})

test('a full store refuses the client with the most data first, and the folder stays within its size', {
  timeout: 60_000,
}, async () => {
  const bytes = 32 * megabyte
  let time = Date.now()
  const { store, folder } = await openStore({
    bytes,
    now: () => time,
    shares: { client: plenty, address: plenty },
  })
  const [wallet, topic] = [newClient(), newTopic()]
  await store.subscribe(wallet, [topic], '10.0.0.1')
  await store.publish(newMessage(topic, newClient(), 'before', { address: '10.0.0.1' }))

  /** Publishes from new clients of an address until the store refuses a message. */
  async function fill(
    address: string,
    lengths = [300, 3_000, 30_000],
  ): Promise<{ stored: number; reason: unknown }> {
    for (let stored = 0; ; ) {
      const texts = Array.from({ length: 60 }, (_, index) =>
        'x'.repeat(lengths[index % lengths.length] ?? 0),
      )
      const results = await Promise.allSettled(
        texts.map((text) =>
          store.publish(newMessage(newTopic(), newClient(), text, { address, ttl: 600_000 })),
        ),
      )
      stored += results.filter(({ status }) => status === 'fulfilled').length
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) return { stored, reason: failed.reason }
    }
  }

  const refused = expect.objectContaining({ name: 'ShareError', reason: 'store' })
  const first = await fill('10.0.0.2')
  expect(first.reason).toEqual(refused)
  expect((await fill('10.0.0.2')).stored).toBeLessThan(40) // a few small messages still fit
  const second = await fill('10.0.0.3')
  expect(second.reason).toEqual(refused)
  expect(second.stored).toBeGreaterThan(first.stored / 4)
  expect(second.stored).toBeLessThan(first.stored)
  // an address that stores little may still store small messages
  expect(
    await store.publish(newMessage(topic, newClient(), 'after', { address: '10.0.0.1' })),
  ).toBe('stored')
  expect(await store.subscribe(newClient(), [newTopic()], '10.0.0.4')).toEqual([])
  expect(await textsFor(store, wallet, topic)).toEqual(['before', 'after'])
  // When small messages have filled the store, all other requests still work.
  let last = await fill('10.0.1.0', [300])
  for (let index = 1; index < 100 && last.stored > 0; index += 1)
    last = await fill(`10.0.1.${index}`, [300])
  expect(last).toEqual({ stored: 0, reason: refused })
  const {
    messages: [kept],
  } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
  await store.acknowledge(wallet, topic, kept?.seq ?? 0)
  expect(await textsFor(store, wallet, topic)).toEqual(['after'])
  expect(await store.isHealthy()).toBe(true)
  expect((await stat(join(folder, 'data.mdb'))).size).toBeLessThan(bytes * 1.05)

  for (let round = 0; round < 3; round += 1) {
    time += 20 * 60_000
    await store.sweep()
    expect((await fill('10.0.0.2')).stored).toBeGreaterThan(first.stored * 0.9)
    await fill('10.0.0.5')
  }
  expect((await stat(join(folder, 'data.mdb'))).size).toBeLessThan(bytes * 1.05)
})

test('rows of another program are skipped, reported and removed', async () => {
  const folder = await newFolder()
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  const before = await createLmdbStore({ folder })
  await before.subscribe(wallet, [topic], '')
  await before.publish(newMessage(topic, site, 'ours'))
  await before.close()
  const foreign = openTables(folder)
  // values as another program might write them: of another shape, or in another format
  const write = (table: object, key: unknown, value: unknown) =>
    (table as { put: (key: unknown, value: unknown) => Promise<unknown> }).put(key, value)
  await write(foreign.messages, [topic, 1], { foreign: true })
  await write(foreign.messages, [topic, 2], {
    ['\x10binary-data\x02']: Buffer.from([0xc1, 0xc1, 0xff]),
  })
  await write(foreign.topics, [wallet, 'ab'], 'a text')
  await write(foreign.subscribers, [topic, newClient()], 'a text')
  await write(foreign.hooks, [wallet, 'hook'], [1])
  await write(foreign.events, [5, 'event'], [1])
  await write(foreign.usage, [wallet, 'message', 4e12], 'a text')
  await write(foreign.due, [1, 'foreign', 'ab'], true)
  await write(foreign.root, 'clock', 'yesterday')
  await foreign.root.close()

  let damaged = 0
  const { store } = await openStore({
    folder,
    onError: ({ name }) => (damaged += name === 'DamagedRowError' ? 1 : 0),
  })
  await store.watch.start(() => {})
  await store.sweep()
  expect(await textsFor(store, wallet, topic)).toEqual(['ours'])
  expect(await waitingFor(store, wallet)).toEqual([topic])
  expect(await store.watch.claim(10)).toEqual([])
  expect(await store.publish(newMessage(topic, site, 'next'))).toBe('stored')
  expect(damaged).toBeGreaterThan(4)
  expect(await store.isHealthy()).toBe(true)
})

test('the waiting topics of a client with 10,000 topics are read in slices', async () => {
  const { store } = await openStore()
  const [site, wallet] = [newClient(), newClient()]
  const topics = Array.from({ length: 10_000 }, newTopic)
  for (let start = 0; start < topics.length; start += 500)
    await store.subscribe(wallet, topics.slice(start, start + 500), '')
  const filled = topics.filter((_, index) => index % 10 === 0)
  await Promise.all(filled.map((topic) => store.publish(newMessage(topic, site, topic))))
  const found: string[] = []
  for await (const some of store.waiting(wallet)) {
    expect(some.length).toBeLessThanOrEqual(64)
    found.push(...some)
  }
  expect(found.toSorted()).toEqual(filled.toSorted())
})

test('waiting topics are found without reading their messages', async () => {
  const folder = await newFolder()
  const [wallet, topics] = [newClient(), Array.from({ length: 600 }, newTopic)]
  const foreign = openTables(folder)
  // if one of these rows were read, it would be reported as damaged
  const write = (table: object, key: unknown) =>
    (table as { put: (key: unknown, value: unknown) => Promise<unknown> }).put(key, {
      damaged: true,
    })
  for (const topic of topics) await write(foreign.messages, [topic, 1])
  await foreign.root.close()
  let damaged = 0
  const { store } = await openStore({ folder, onError: () => (damaged += 1) })
  expect(await store.subscribe(wallet, topics, '')).toEqual(topics)
  expect((await waitingFor(store, wallet)).toSorted()).toEqual(topics.toSorted())
  expect(damaged).toBe(0)
  expect(
    (await store.read({ client: wallet, topic: topics[0] ?? '', after: 0, limit: 1 })).messages,
  ).toEqual([])
  expect(damaged).toBe(1)
})

test('large messages are stored apart from their rows, and removed with them', async () => {
  let time = Date.now()
  const { store, folder } = await openStore({ now: () => time })
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  const texts = ['small', 'x'.repeat(1_000_000), '\u0001€'.repeat(100_000), 'small again']
  for (const text of texts) await store.publish(newMessage(topic, site, text))
  const { root, messages } = openTables(folder)
  const bytes = [...messages.getKeys()].map((key) => messages.getBinary(key)?.length ?? Infinity)
  await root.close()
  expect(bytes).toHaveLength(4)
  expect(Math.max(...bytes)).toBeLessThan(1_000)
  expect(await countsOf(folder)).toMatchObject({ messages: 4, texts: 2 })
  expect(await textsFor(store, wallet, topic)).toEqual(texts)
  time += day
  await store.sweep()
  expect(await countsOf(folder)).toMatchObject({ messages: 0, texts: 0 })
})

test('a large message that is damaged is skipped, reported and removed', async () => {
  const folder = await newFolder()
  const [site, wallet, topic] = [newClient(), newClient(), newTopic()]
  const before = await createLmdbStore({ folder })
  await before.publish(newMessage(topic, site, 'x'.repeat(10_000)))
  await before.publish(newMessage(topic, site, 'small'))
  await before.close()
  const foreign = openTables(folder)
  await foreign.texts.clearAsync()
  await foreign.root.close()
  const damaged: string[] = []
  const { store } = await openStore({ folder, onError: ({ name }) => damaged.push(name) })
  expect(await textsFor(store, wallet, topic)).toEqual(['small'])
  await expect.poll(async () => (await countsOf(folder)).messages).toBe(1)
  expect(damaged).toEqual(['DamagedRowError'])
})

test('parallel searches of many mailboxes run in slices, and clients take turns', async () => {
  const { store } = await openStore({ shares: { client: plenty, address: plenty } })
  const [one, other] = [newClient(), newClient()]
  const topics = Array.from({ length: 40 }, newTopic)
  await Promise.all(
    topics.flatMap((topic) =>
      Array.from({ length: 100 }, (_, index) => store.publish(newMessage(topic, one, `${index}`))),
    ),
  )
  let [done, otherAt] = [0, Infinity]
  const turns: number[] = []
  const all = Promise.all(
    topics.map(async (topic) => {
      await store.read({ client: one, topic, after: 0, limit: 16 })
      done += 1
    }),
  )
  const second = store
    .read({ client: other, topic: topics[0] ?? '', after: 0, limit: 1 })
    .then(() => (otherAt = done))
  while (done < topics.length) {
    const before = done
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(done - before)
  }
  await Promise.all([all, second])
  // Each search costs 200 of a slice's 2,000 units. The first count is ignored, because two slices
  // may have run before it.
  expect(Math.max(...turns.slice(1))).toBeLessThanOrEqual(10)
  expect(otherAt).toBeLessThan(topics.length / 2)
})

test('many requested topics are looked up in slices', async () => {
  const { store } = await openStore({
    shares: { client: { ...plenty, subscriptions: 1 }, address: plenty },
  })
  const wallet = newClient()
  const refused: string[] = []
  for (let count = 0; count < 12; count += 1)
    store
      .subscribe(wallet, Array.from({ length: 500 }, newTopic), '')
      .catch(({ reason }: ShareError) => refused.push(reason))
  const turns: number[] = []
  while (refused.length < 12) {
    const before = refused.length
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(refused.length - before)
  }
  expect(new Set(refused)).toEqual(new Set(['client']))
  // The 500 topics of a request fill a slice. The first count is ignored, because two slices may
  // have run before it.
  expect(Math.max(...turns.slice(1))).toBe(1)
})
