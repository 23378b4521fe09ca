import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Share, ShareError } from '../mailboxStore.ts'
import {
  freshWorld,
  newClient,
  newMessage,
  newTopic,
  type OpenStore,
  type World,
  waitingFor,
} from './world.ts'

const plenty: Share = { messages: 1e6, bytes: 1e9, subscriptions: 1e6 }
/** Makes an address that other tests do not use. */
const newAddress = () =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`

const refused = (reason: ShareError['reason']) =>
  expect.objectContaining({ name: 'ShareError', reason })

/** Tests the limits for one client and for one address. */
export function testShares(open: OpenStore): void {
  const world = freshWorld(open)
  testMessageShares(open, world)
  testSubscriptionShares(open, world)
  testCounts(open, world)
}

function testMessageShares(open: OpenStore, world: World): void {
  test('the messages of a client over all topics are limited, and other clients continue', async () => {
    const { site, wallet } = world
    const store = await open({ shares: { client: { ...plenty, messages: 2 }, address: plenty } })
    const address = newAddress()
    const publish = (from: typeof site) =>
      store.publish(newMessage(newTopic(), from, 'hello', { address }))
    expect([await publish(site), await publish(site)]).toEqual(['stored', 'stored'])
    await expect(publish(site)).rejects.toEqual(refused('client'))
    expect(await publish(wallet)).toBe('stored')
  })

  test('the bytes of a client are limited', async () => {
    const { site } = world
    const store = await open({ shares: { client: { ...plenty, bytes: 30_000 }, address: plenty } })
    const publish = (length: number) =>
      store.publish(newMessage(newTopic(), site, 'x'.repeat(length)))
    expect(await publish(15_000)).toBe('stored')
    await expect(publish(15_000)).rejects.toEqual(refused('client'))
    expect(await publish(1_000)).toBe('stored')
  })

  test('the clients of one address share one limit, and clients of other addresses continue', async () => {
    const { site, wallet } = world
    const store = await open({
      shares: { client: plenty, address: { ...plenty, messages: 2, subscriptions: 2 } },
    })
    const address = newAddress()
    const publish = (from: typeof site, where: string) =>
      store.publish(newMessage(newTopic(), from, 'hello', { address: where }))
    expect([await publish(site, address), await publish(wallet, address)]).toEqual([
      'stored',
      'stored',
    ])
    await expect(publish(newClient(), address)).rejects.toEqual(refused('address'))
    expect([await publish(site, newAddress()), await publish(site, '')]).toEqual([
      'stored',
      'stored',
    ])

    await store.subscribe(site, [newTopic(), newTopic()], address)
    await expect(store.subscribe(wallet, [newTopic()], address)).rejects.toEqual(refused('address'))
    expect(await store.subscribe(wallet, [newTopic()], newAddress())).toEqual([])
  })
}

function testSubscriptionShares(open: OpenStore, world: World): void {
  test.each([3, 12])(
    'the subscriptions of a client are limited to %i, and a renewed subscription counts once',
    async (subscriptions) => {
      const { site, wallet } = world
      const share = { ...plenty, subscriptions }
      const store = await open({ shares: { client: share, address: share } })
      const address = newAddress()
      const topics = Array.from({ length: subscriptions }, newTopic)
      await store.subscribe(wallet, topics, address)
      await store.subscribe(wallet, topics, address)
      const other = newTopic()
      await store.publish(newMessage(other, site, 'hello'))
      await expect(store.subscribe(wallet, [other, newTopic()], address)).rejects.toEqual(
        refused('client'),
      )
      expect(await waitingFor(store, wallet)).toEqual([]) // no topic of the refused request was added
      await store.unsubscribe(wallet, topics.slice(1))
      expect(await store.subscribe(wallet, [other, newTopic()], address)).toEqual([other])
    },
  )

  test('after simultaneous subscriptions and unsubscriptions of a topic, each topic counts once, and the last request decides', async () => {
    const { site, wallet } = world
    const store = await open({
      shares: { client: { ...plenty, subscriptions: 3 }, address: plenty },
    })
    const [stored, left, other] = [newTopic(), newTopic(), newTopic()]
    const [begin, leave] = [
      (topic: string) => store.subscribe(wallet, [topic], newAddress()),
      (topic: string) => store.unsubscribe(wallet, [topic]),
    ]
    await Promise.all([begin(stored), begin(stored), begin(stored), begin(stored)])
    await Promise.all([leave(stored), begin(stored)])
    await Promise.all([begin(left), leave(left), leave(left), leave(left)])
    await begin(other)
    await begin(newTopic())
    await Promise.all([leave(other), leave(other), leave(other)])
    await begin(newTopic())
    await expect(begin(newTopic())).rejects.toEqual(refused('client'))
    const received: string[] = []
    await store.listen(wallet, (topic) => received.push(topic))
    for (const topic of [left, stored]) await store.publish(newMessage(topic, site, 'hello'))
    expect(await waitingFor(store, wallet)).toEqual([stored])
    await expect.poll(() => received).toEqual([stored])
  })
}

function testCounts(open: OpenStore, world: World): void {
  test('a message that was already stored does not count again', async () => {
    const { site, topic } = world
    const store = await open({ shares: { client: { ...plenty, messages: 2 }, address: plenty } })
    const message = newMessage(topic, site, 'once')
    expect([
      await store.publish(message),
      await store.publish(message),
      await store.publish(message),
    ]).toEqual(['stored', 'known', 'known'])
    expect(await store.publish(newMessage(topic, site, 'twice'))).toBe('stored')
  })

  test('the store reports its size and its limit', async () => {
    const { store } = world
    const { bytes, max } = store.usage()
    expect(bytes).toBeGreaterThan(0)
    expect(max).toBeGreaterThan(bytes)
  })
}
