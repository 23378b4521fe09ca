import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../../limits.ts'
import type { WatchEvent } from '../watchStore.ts'
import { claimOf, newHook } from './watching.ts'
import { freshWorld, newClient, newMessage, newTopic, type OpenStore, type World } from './world.ts'

const plenty = { messages: 1e6, bytes: 1e9, subscriptions: 1e6 }
const newAddress = () =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`

/** Tests the limits of watches. */
export function testWatchShares(open: OpenStore): void {
  const world = freshWorld(open)
  testAddressShares(open, world)
  testEventsOfMessage(world)
  testClaimedBytes(world)
}

function testAddressShares(open: OpenStore, world: World): void {
  test('a registration counts against the limit of its address until it ends, and a repeated one counts once', async () => {
    const { site, wallet } = world
    const store = await open({
      shares: { client: plenty, address: { ...plenty, subscriptions: 2 * limits.watch.weight } },
    })
    const [address, hook] = [newAddress(), newHook()]
    expect([
      await store.watch.register(site, hook, address),
      await store.watch.register(site, hook, address),
      await store.watch.register(wallet, newHook(), address),
    ]).toEqual([true, true, true])
    await expect(store.watch.register(newClient(), newHook(), address)).rejects.toMatchObject({
      name: 'ShareError',
      reason: 'address',
    })
    expect(await store.watch.register(newClient(), newHook(), newAddress())).toBe(true)
    await store.watch.unregister(site, hook.id)
    expect(await store.watch.register(newClient(), newHook(), address)).toBe(true)
  })

  test('an event counts against the limit of the registering address until it is delivered, and events above the limit are dropped', async () => {
    const { site } = world
    const store = await open({ shares: { client: plenty, address: { ...plenty, messages: 3 } } })
    let dropped = 0
    await store.watch.start(
      () => {},
      (events) => (dropped += events),
    )
    await store.watch.register(site, newHook(), newAddress())
    const publish = () => store.publish(newMessage(newTopic(), site, 'hello'))
    for (let count = 0; count < 4; count += 1) expect(await publish()).toBe('stored')
    const isOfSite = ({ client }: WatchEvent) => client === site
    const events = await claimOf(store, isOfSite)
    expect([events.length, dropped]).toEqual([3, 1])
    for (const event of events)
      await Promise.all([store.watch.finish(event), store.watch.finish(event)])
    for (let count = 0; count < 4; count += 1) await publish()
    expect([(await claimOf(store, isOfSite)).length, dropped]).toEqual([3, 2])
  })
}

function testEventsOfMessage(world: World): void {
  test('the events of one message are limited over all its subscribers', async () => {
    const { store, site, topic } = world
    let dropped = 0
    await store.watch.start(
      () => {},
      (events) => (dropped += events),
    )
    const watchers = Array.from({ length: 10 }, newClient)
    const hooksOfEach = Math.ceil(limits.watch.eventsOfMessage / 20) + 1
    for (const watcher of watchers) {
      for (let count = 0; count < hooksOfEach; count += 1)
        await store.watch.register(
          watcher,
          newHook({ type: 'subscriber', statuses: ['accepted', 'queued'] }),
          '',
        )
      await store.subscribe(watcher, [topic], '')
    }
    await store.publish(newMessage(topic, site, 'hello'))
    const events = await claimOf(store, ({ client }) => watchers.includes(client))
    expect([events.length, dropped]).toEqual([
      limits.watch.eventsOfMessage,
      20 * hooksOfEach - limits.watch.eventsOfMessage,
    ])
    for (const { data } of events) expect(JSON.parse(data).message).toBe('hello')
  })

  test('the hooks that are checked for one message are limited, whether they match or not', async () => {
    const { store, site, topic } = world
    let dropped = 0
    await store.watch.start(
      () => {},
      (events) => (dropped += events),
    )
    const watchers = Array.from(
      { length: limits.watch.hooksOfMessage / relayWatch.maxWatches + 8 },
      newClient,
    )
    for (const watcher of watchers) {
      await Promise.all(
        Array.from({ length: relayWatch.maxWatches }, () =>
          store.watch.register(watcher, newHook({ type: 'subscriber', tags: [1] }), ''),
        ),
      )
      await store.subscribe(watcher, [topic], '')
    }
    await store.watch.register(site, newHook(), '')
    await store.publish(newMessage(topic, site, 'hello'))
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
    expect(dropped).toBeGreaterThan(0)
  })
}

function testClaimedBytes(world: World): void {
  test('the bytes of the events in one claim are limited', async () => {
    const { store, site } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    for (let count = 0; count < 3; count += 1)
      await store.publish(newMessage(newTopic(), site, 'x'.repeat(5_000)))
    const take = async () =>
      (await store.watch.claim(1_000, 12_000)).filter(({ client }) => client === site).length
    const taken = []
    while (taken.reduce((sum, count) => sum + count, 0) < 3) taken.push(await take())
    expect(Math.max(...taken)).toBe(2)
  })
}
