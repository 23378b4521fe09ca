import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type ClientId, type MailboxStore, type NewMessage, SubscriberLimitError } from './mailboxStore.ts'

const newTopic = () => randomBytes(32).toString('hex')
const newClient = () => `z6Mk${randomBytes(20).toString('hex')}` as ClientId // stands for one
let requests = 0
const newMessage = (topic: string, publisher: ClientId, message: string, more?: Partial<NewMessage>): NewMessage =>
  ({ topic, publisher, request: `${++requests}`, message, ttl: 300_000, tag: 1108, attestation: undefined, ...more })

/**
 * What every {@link MailboxStore} has to do, as tests.
 * @param open opens another view of the same mailboxes: what another node would have, or this one after a restart. `mailbox` are its limits
 */
export function testMailboxStore(open: (mailbox?: { messages: number; bytes: number }) => Promise<MailboxStore>): void {
  let store: MailboxStore
  let site: ClientId
  let wallet: ClientId
  let topic: string

  beforeEach(async () => {
    store = await open()
    site = newClient()
    wallet = newClient()
    topic = newTopic()
  })

  const textsFor = async (client: ClientId, of = topic, limit = 1_000) => {
    const { messages } = await store.read({ client, topic: of, after: 0, limit })
    return messages.map(({ data }) => JSON.parse(data).message)
  }
  /** The topics that a client hears of from here on, in a promise for the first so many. */
  const hear = async (client: ClientId, count: number) => {
    const heard: string[] = []
    let done: (topics: string[]) => void = () => {}
    const all = new Promise<string[]>((resolve) => {
      done = resolve
    })
    const end = await store.listen(client, (each) => heard.push(each) === count && done(heard))
    return { all, end }
  }

  test('keeps a message as it was published, for whoever comes later', async () => {
    const before = Date.now()
    expect(await store.publish(newMessage(topic, site, 'naïve "quoted" \ud800 \u2028', { tag: 1100, attestation: 'a.b.c' }))).toBe('stored')
    expect(await store.subscribe(wallet, [topic, newTopic()])).toEqual([topic])
    const { messages, more } = await store.read({ client: wallet, topic, after: 0, limit: 10 })
    const { publishedAt, ...rest } = JSON.parse(messages[0]?.data ?? '{}')
    expect(rest).toEqual({ topic, message: 'naïve "quoted" \ud800 \u2028', tag: 1100, attestation: 'a.b.c' })
    expect(Math.abs(publishedAt - before)).toBeLessThan(5_000)
    expect([messages.length, more]).toEqual([1, false])
  })

  test('keeps the order of publication', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`)
    expect(await Promise.all(texts.map((text) => store.publish(newMessage(topic, site, text))))).toEqual(texts.map(() => 'stored'))
    expect(await textsFor(wallet)).toEqual(texts)
  })

  test('gives a mailbox out page by page', async () => {
    for (const text of ['a', 'b', 'c']) await store.publish(newMessage(topic, site, text))
    const first = await store.read({ client: wallet, topic, after: 0, limit: 2 })
    expect([first.messages.length, first.more]).toEqual([2, true])
    const second = await store.read({ client: wallet, topic, after: first.upTo, limit: 2 })
    expect(second.messages.map(({ data }) => JSON.parse(data).message)).toEqual(['c'])
    expect(second.more).toBe(false)
    expect(await store.read({ client: wallet, topic, after: second.upTo, limit: 2 })).toEqual({ messages: [], upTo: second.upTo, more: false })
  })

  test('gives nobody back what it published itself', async () => {
    await store.subscribe(site, [topic])
    await store.publish(newMessage(topic, site, 'mine'))
    await store.publish(newMessage(topic, wallet, 'yours'))
    expect([await textsFor(site), await textsFor(wallet)]).toEqual([['yours'], ['mine']])
  })

  test('an acknowledged message is gone for the one who acknowledged it, and for nobody else', async () => {
    const third = newClient()
    await store.publish(newMessage(topic, site, 'first'))
    await store.publish(newMessage(topic, site, 'second'))
    const { messages: [first] } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    await store.acknowledge(wallet, topic, first?.seq ?? 0)
    await store.acknowledge(wallet, topic, 1)
    expect(await textsFor(wallet)).toEqual(['second'])
    expect(await textsFor(third)).toEqual(['first', 'second'])
  })

  test('the same request is kept once, and so is the same text while it is kept', async () => {
    const message = newMessage(topic, site, 'once')
    expect(await store.publish(message)).toBe('stored')
    expect(await store.publish(message)).toBe('known')
    expect(await store.publish({ ...message, request: 'another' })).toBe('known')
    expect(await store.publish({ ...message, message: 'same request, other text' })).toBe('known')
    expect(await textsFor(wallet)).toEqual(['once'])
  })

  test('requests that arrive together are told apart as well', async () => {
    const message = newMessage(topic, site, 'once')
    const outcomes = await Promise.all([store.publish(message), store.publish(message), store.publish({ ...message, request: 'another' })])
    expect(outcomes).toEqual(['stored', 'known', 'known'])
    expect(await textsFor(wallet)).toEqual(['once'])
  })

  test('two clients may publish the same text, and one client on two topics', async () => {
    const [third, other] = [newClient(), newTopic()]
    const outcomes = [
      await store.publish(newMessage(topic, site, 'test message')),
      await store.publish(newMessage(topic, wallet, 'test message')),
      await store.publish(newMessage(other, site, 'test message')),
    ]
    expect(outcomes).toEqual(['stored', 'stored', 'stored'])
    expect(await textsFor(third)).toEqual(['test message', 'test message'])
    expect(await textsFor(third, other)).toEqual(['test message'])
  })

  test('an acknowledged request is still remembered', async () => {
    const message = newMessage(topic, site, 'once')
    await store.subscribe(wallet, [topic])
    await store.publish(message)
    const { messages: [kept] } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    await store.acknowledge(wallet, topic, kept?.seq ?? 0)
    expect(await store.publish(message)).toBe('known')
    expect(await textsFor(wallet)).toEqual([])
  })

  test('a message ends with its ttl', async () => {
    await store.subscribe(wallet, [topic])
    await store.publish(newMessage(topic, site, 'short', { ttl: 30 }))
    await store.publish(newMessage(topic, site, 'long'))
    await expect.poll(() => textsFor(wallet)).toEqual(['long'])
  })

  test('a text may be published anew when the earlier one has ended', async () => {
    await store.publish(newMessage(topic, site, 'test message', { ttl: 30 }))
    await expect.poll(() => textsFor(wallet)).toEqual([])
    expect(await store.publish(newMessage(topic, site, 'test message'))).toBe('stored')
    expect(await textsFor(wallet)).toEqual(['test message'])
  })

  test('tells those who subscribe, and neither the publisher nor those who left', async () => {
    const left = newClient()
    await store.subscribe(site, [topic])
    await store.subscribe(wallet, [topic])
    await store.subscribe(left, [topic])
    await store.unsubscribe(left, [topic, newTopic()])
    const [ownHears, leftHears, walletHears] = [await hear(site, 1), await hear(left, 1), await hear(wallet, 1)]
    await store.publish(newMessage(topic, site, 'hello'))
    expect(await walletHears.all).toEqual([topic])
    // a topic of their own comes first: nothing came before it
    const own = newTopic()
    await store.subscribe(site, [own])
    await store.subscribe(left, [own])
    await store.publish(newMessage(own, wallet, 'hello'))
    expect([await ownHears.all, await leftHears.all]).toEqual([[own], [own]])
  })

  test('a client may listen in several places, and one of them may end', async () => {
    await store.subscribe(wallet, [topic])
    const [ended, first, second] = [await hear(wallet, 1), await hear(wallet, 1), await hear(wallet, 1)]
    ended.end()
    ended.end()
    await store.publish(newMessage(topic, site, 'hello'))
    expect([await first.all, await second.all]).toEqual([[topic], [topic]])
    first.end()
    second.end()
    const again = await hear(wallet, 1)
    await store.publish(newMessage(topic, site, 'again'))
    expect(await again.all).toEqual([topic])
  })

  test('knows what waits for a client on all its topics', async () => {
    const [second, third, left] = [newTopic(), newTopic(), newTopic()]
    await store.subscribe(wallet, [topic, second, third, left])
    for (const each of [topic, third, left]) await store.publish(newMessage(each, site, 'hello'))
    await store.unsubscribe(wallet, [left])
    expect((await store.waiting(wallet)).toSorted()).toEqual([topic, third].toSorted())
    expect(await store.waiting(newClient())).toEqual([])
  })

  test('who subscribes again gets what it has not acknowledged', async () => {
    await store.subscribe(wallet, [topic])
    await store.publish(newMessage(topic, site, 'hello'))
    await store.unsubscribe(wallet, [topic])
    expect(await store.subscribe(wallet, [topic])).toEqual([topic])
    expect(await textsFor(wallet)).toEqual(['hello'])
  })

  test('five hundred topics at once, some of them twice', async () => {
    const topics = Array.from({ length: 500 }, newTopic)
    await store.publish(newMessage(topics[7] ?? '', site, 'hello'))
    expect(await store.subscribe(wallet, [...topics, ...topics.slice(0, 5)])).toEqual([topics[7]])
    expect(await store.waiting(wallet)).toEqual([topics[7]])
    await store.unsubscribe(wallet, topics)
    expect(await store.waiting(wallet)).toEqual([])
  })

  test('a topic takes so many subscribers', async () => {
    for (let count = 0; count < limits.subscribers; count += 1) await store.subscribe(newClient(), [topic])
    await expect(store.subscribe(wallet, [topic])).rejects.toThrow(SubscriberLimitError)
  })

  test('a topic holds so many messages, and makes room of what everybody has read', async () => {
    store = await open({ messages: 3, bytes: 1_000_000 })
    await store.subscribe(wallet, [topic])
    for (const text of ['a', 'b', 'c']) expect(await store.publish(newMessage(topic, site, text))).toBe('stored')
    expect(await store.publish(newMessage(topic, site, 'd'))).toBe('full')
    const { messages: [first] } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    await store.acknowledge(wallet, topic, first?.seq ?? 0)
    expect(await store.publish(newMessage(topic, site, 'd'))).toBe('stored')
    expect(await textsFor(newClient())).toEqual(['b', 'c', 'd'])
  })

  test('a topic holds so many bytes, and what has expired makes room', async () => {
    store = await open({ messages: 100, bytes: 1_000 })
    expect(await store.publish(newMessage(topic, site, 'x'.repeat(700), { ttl: 30 }))).toBe('stored')
    await expect.poll(() => textsFor(wallet)).toEqual([])
    expect(await store.publish(newMessage(topic, site, 'y'.repeat(700)))).toBe('stored')
    expect(await store.publish(newMessage(topic, site, 'z'.repeat(700)))).toBe('full')
    expect(await textsFor(wallet)).toEqual(['y'.repeat(700)])
  })

  test('says that it is healthy', async () => {
    expect(await store.isHealthy()).toBe(true)
  })
}
