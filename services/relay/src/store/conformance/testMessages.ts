import { expect, test } from 'vitest'
import {
  freshWorld,
  newClient,
  newMessage,
  newTopic,
  textsFor,
  type OpenStore,
  type World,
} from './world.ts'

/** Tests that messages are stored, read, acknowledged and expired. */
export function testMessages(open: OpenStore): void {
  const world = freshWorld(open)
  testPages(world)
  testReaders(world)
  testRepetition(world)
}

/** Tests that a mailbox is read in pages. */
function testPages(world: World): void {
  test('the store returns a message unchanged to a later subscriber', async () => {
    const { store, site, wallet, topic } = world
    const before = Date.now()
    expect(
      await store.publish(
        newMessage(topic, site, 'naïve "quoted" \ud800 \u2028', {
          tag: 1100,
          attestation: 'a.b.c',
        }),
      ),
    ).toBe('stored')
    expect(await store.subscribe(wallet, [topic, newTopic()], '')).toEqual([topic])
    const { messages, more } = await store.read({ client: wallet, topic, after: 0, limit: 10 })
    const { publishedAt, ...rest } = JSON.parse(messages[0]?.data ?? '{}')
    expect(rest).toEqual({
      topic,
      message: 'naïve "quoted" \ud800 \u2028',
      tag: 1100,
      attestation: 'a.b.c',
    })
    expect(Math.abs(publishedAt - before)).toBeLessThan(5_000)
    expect([messages.length, more]).toEqual([1, false])
  })

  test('the store returns messages in the order of publication', async () => {
    const { store, site, wallet, topic } = world
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`)
    expect(
      await Promise.all(texts.map((text) => store.publish(newMessage(topic, site, text)))),
    ).toEqual(texts.map(() => 'stored'))
    expect(await textsFor(store, wallet, topic)).toEqual(texts)
  })

  test('the store returns a mailbox page by page', async () => {
    const { store, site, wallet, topic } = world
    for (const text of ['a', 'b', 'c']) await store.publish(newMessage(topic, site, text))
    const first = await store.read({ client: wallet, topic, after: 0, limit: 2 })
    expect([first.messages.length, first.more]).toEqual([2, true])
    const second = await store.read({ client: wallet, topic, after: first.upTo, limit: 2 })
    expect(second.messages.map(({ data }) => JSON.parse(data).message)).toEqual(['c'])
    expect(second.more).toBe(false)
    expect(await store.read({ client: wallet, topic, after: second.upTo, limit: 2 })).toEqual({
      messages: [],
      upTo: second.upTo,
      more: false,
    })
  })
}

/** Tests which clients may read a message. */
function testReaders(world: World): void {
  test('a client never gets its own messages', async () => {
    const { store, site, wallet, topic } = world
    await store.subscribe(site, [topic], '')
    await store.publish(newMessage(topic, site, 'mine'))
    await store.publish(newMessage(topic, wallet, 'yours'))
    expect([await textsFor(store, site, topic), await textsFor(store, wallet, topic)]).toEqual([
      ['yours'],
      ['mine'],
    ])
  })

  test('an acknowledged message is removed only for the client that acknowledged it', async () => {
    const { store, site, wallet, topic } = world
    const third = newClient()
    await store.publish(newMessage(topic, site, 'first'))
    await store.publish(newMessage(topic, site, 'second'))
    const {
      messages: [first],
    } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    await store.acknowledge(wallet, topic, first?.seq ?? 0)
    await store.acknowledge(wallet, topic, 1)
    expect(await textsFor(store, wallet, topic)).toEqual(['second'])
    expect(await textsFor(store, third, topic)).toEqual(['first', 'second'])
  })
}

/** Tests that a repeated message is stored once. */
function testRepetition(world: World): void {
  test('a repeated request, and a repeated text of a client in a topic, are stored once', async () => {
    const { store, site, wallet, topic } = world
    const message = newMessage(topic, site, 'once')
    expect(await store.publish(message)).toBe('stored')
    expect(await store.publish(message)).toBe('known')
    expect(await store.publish({ ...message, request: 'another' })).toBe('known')
    expect(await store.publish({ ...message, message: 'same request, other text' })).toBe('known')
    expect(await textsFor(store, wallet, topic)).toEqual(['once'])
  })

  test('of simultaneous requests with the same text, one is stored', async () => {
    const { store, site, wallet, topic } = world
    const message = newMessage(topic, site, 'once')
    const outcomes = await Promise.all([
      store.publish(message),
      store.publish(message),
      store.publish({ ...message, request: 'another' }),
    ])
    expect(outcomes).toEqual(['stored', 'known', 'known'])
    expect(await textsFor(store, wallet, topic)).toEqual(['once'])
  })

  test('the same text is stored for two clients in a topic, and for one client in two topics', async () => {
    const { store, site, wallet, topic } = world
    const [third, other] = [newClient(), newTopic()]
    const outcomes = [
      await store.publish(newMessage(topic, site, 'test message')),
      await store.publish(newMessage(topic, wallet, 'test message')),
      await store.publish(newMessage(other, site, 'test message')),
    ]
    expect(outcomes).toEqual(['stored', 'stored', 'stored'])
    expect(await textsFor(store, third, topic)).toEqual(['test message', 'test message'])
    expect(await textsFor(store, third, other)).toEqual(['test message'])
  })

  test('an acknowledged request is still known when it is repeated', async () => {
    const { store, site, wallet, topic } = world
    const message = newMessage(topic, site, 'once')
    await store.subscribe(wallet, [topic], '')
    await store.publish(message)
    const {
      messages: [stored],
    } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    await store.acknowledge(wallet, topic, stored?.seq ?? 0)
    expect(await store.publish(message)).toBe('known')
    expect(await textsFor(store, wallet, topic)).toEqual([])
  })
}
