import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { SubscriberLimitError } from '../mailboxStore.ts'
import {
  freshWorld,
  newClient,
  newMessage,
  newTopic,
  textsFor,
  type OpenStore,
  type World,
  waitingFor,
} from './world.ts'

/** Tests the limits of a store: how much it stores, and for how long. */
export function testBounds(open: OpenStore): void {
  const world = freshWorld(open)
  testExpiry(world)
  testLimits(open, world)
}

function testExpiry(world: World): void {
  test('a message expires after its `ttl`', async () => {
    const { store, site, wallet, topic } = world
    await store.subscribe(wallet, [topic], '')
    await store.publish(newMessage(topic, site, 'short', { ttl: 30 }))
    await store.publish(newMessage(topic, site, 'long'))
    await expect.poll(() => textsFor(store, wallet, topic)).toEqual(['long'])
  })

  test('a text may be published again when the earlier message has expired', async () => {
    const { store, site, wallet, topic } = world
    await store.publish(newMessage(topic, site, 'test message', { ttl: 30 }))
    await expect.poll(() => textsFor(store, wallet, topic)).toEqual([])
    expect(await store.publish(newMessage(topic, site, 'test message'))).toBe('stored')
    expect(await textsFor(store, wallet, topic)).toEqual(['test message'])
  })
}

function testLimits(open: OpenStore, world: World): void {
  test('the subscribers of a topic are limited, and a refused request leaves the subscriptions of its client unchanged', async () => {
    const { site, wallet, topic } = world
    const plenty = { messages: 1e9, bytes: 1e12, subscriptions: 1e9 }
    const store = await open({
      shares: { client: { ...plenty, subscriptions: 2 }, address: plenty },
    })
    const all = await Promise.allSettled(
      Array.from({ length: limits.subscribers + 5 }, () =>
        store.subscribe(newClient(), [topic], ''),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.subscribers)
    const [before, other] = [newTopic(), newTopic()]
    await store.subscribe(wallet, [before], '')
    for (const each of [before, other]) await store.publish(newMessage(each, site, 'hello'))
    await expect(store.subscribe(wallet, [topic], '')).rejects.toThrow(SubscriberLimitError)
    await expect(store.subscribe(wallet, [before, topic], '')).rejects.toThrow(SubscriberLimitError)
    expect(await waitingFor(store, wallet)).toEqual([before])
    // the refused topics do not count for the client's own limit
    expect(await store.subscribe(wallet, [other], '')).toEqual([other])
  })

  test('the messages of a topic are limited, and a message that all subscribers have read makes room', async () => {
    const { site, wallet, topic } = world
    const small = await open({ mailbox: { messages: 3, bytes: 1_000_000 } })
    await small.subscribe(wallet, [topic], '')
    for (const text of ['a', 'b', 'c'])
      expect(await small.publish(newMessage(topic, site, text))).toBe('stored')
    expect(await small.publish(newMessage(topic, site, 'd'))).toBe('full')
    const {
      messages: [first],
    } = await small.read({ client: wallet, topic, after: 0, limit: 1 })
    await small.acknowledge(wallet, topic, first?.seq ?? 0)
    expect(await small.publish(newMessage(topic, site, 'd'))).toBe('stored')
    expect(await textsFor(small, newClient(), topic)).toEqual(['b', 'c', 'd'])
  })

  test('the bytes of a topic are limited, and an expired message makes room', async () => {
    const { site, wallet, topic } = world
    const small = await open({ mailbox: { messages: 100, bytes: 1_000 } })
    expect(await small.publish(newMessage(topic, site, 'x'.repeat(700), { ttl: 30 }))).toBe(
      'stored',
    )
    await expect.poll(() => textsFor(small, wallet, topic)).toEqual([])
    expect(await small.publish(newMessage(topic, site, 'y'.repeat(700)))).toBe('stored')
    expect(await small.publish(newMessage(topic, site, 'z'.repeat(700)))).toBe('full')
    expect(await textsFor(small, wallet, topic)).toEqual(['y'.repeat(700)])
  })

  test('a working store is healthy', async () => {
    const { store } = world
    expect(await store.isHealthy()).toBe(true)
  })
}
