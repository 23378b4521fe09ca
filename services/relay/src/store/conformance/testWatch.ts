import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../../limits.ts'
import type { WatchEvent } from '../watchStore.ts'
import { freshWorld, newMessage, newTopic, type OpenStore, type World } from './world.ts'
import { claimOf, newHook } from './watching.ts'

/** Tests the events for watched clients. */
export function testWatch(open: OpenStore): void {
  const world = freshWorld(open)
  testEvents(world)
  testClaims(world)
  testRegistrations(world)
}

function testEvents(world: World): void {
  test('the store returns the first key for every later key', async () => {
    const { store } = world
    const key = await store.watch.key('ab'.repeat(32))
    expect(await store.watch.key('cd'.repeat(32))).toBe(key)
  })

  test('a message of a watched client is stored as an event for each matching hook', async () => {
    const { store, site, wallet, topic } = world
    let notifications = 0
    await store.watch.start(() => (notifications += 1))
    const publisher = newHook()
    expect(await store.watch.register(site, publisher, '')).toBe(true)
    expect(await store.watch.register(wallet, newHook({ type: 'subscriber' }), '')).toBe(true)
    expect(await store.watch.register(wallet, newHook({ type: 'subscriber', tags: [1] }), '')).toBe(
      true,
    )
    await store.subscribe(wallet, [topic], '')
    await store.publish(newMessage(topic, site, 'hello'))
    const events = await claimOf(store, ({ client }) => client === site || client === wallet)
    expect(events.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
      'publisher accepted',
      'subscriber accepted',
      'subscriber queued',
    ])
    const {
      messages: [stored],
    } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    for (const { data, seq } of events) expect({ data, seq }).toEqual(stored)
    expect(notifications).toBeGreaterThan(0)

    await store.listen(wallet, () => {})
    await store.acknowledge(wallet, topic, stored?.seq ?? 0)
    await store.acknowledge(wallet, topic, stored?.seq ?? 0)
    await store.publish(newMessage(topic, site, 'second'))
    const later = await claimOf(store, ({ client }) => client === wallet)
    expect(
      later.map(({ data, status }) => `${JSON.parse(data).message} ${status}`).toSorted(),
    ).toEqual(['hello delivered', 'second accepted'])
  })

  test('a repeated message causes no second event', async () => {
    const { store, site, topic } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    const message = newMessage(topic, site, 'once')
    expect([await store.publish(message), await store.publish(message)]).toEqual([
      'stored',
      'known',
    ])
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
  })
}

function testClaims(world: World): void {
  test('a claimed event cannot be claimed again until it is finished or postponed', async () => {
    const { store, site, topic } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    await store.publish(newMessage(topic, site, 'hello'))
    const isOfSite = (event: WatchEvent) => event.client === site
    const [event] = await claimOf(store, isOfSite)
    if (!event) throw new Error('no event')
    expect(await claimOf(store, isOfSite)).toEqual([])
    await store.watch.postpone(event, 0)
    await setTimeout(2) // waits until the store's clock has moved on
    expect(await claimOf(store, isOfSite)).toEqual([event])
    await store.watch.postpone(event, 3_600_000)
    expect(await claimOf(store, isOfSite)).toEqual([])
    await store.watch.finish(event)
    await store.watch.finish(event)
  })
}

function testRegistrations(world: World): void {
  test('a client without a current registration gets no events', async () => {
    const { store, site, wallet, topic } = world
    await store.watch.start(() => {})
    const [left, ended] = [newHook(), newHook({ ends: Date.now() + 20 })]
    await store.watch.register(site, left, '')
    await store.watch.register(site, ended, '')
    await store.watch.unregister(site, left.id)
    await store.watch.unregister(site, 'unknown')
    await setTimeout(30) // waits until the second registration has ended
    await store.publish(newMessage(topic, site, 'hello'))
    await store.publish(newMessage(topic, wallet, 'hello'))
    expect(await claimOf(store, ({ client }) => client === site || client === wallet)).toEqual([])
  })

  test('the hooks of a client are limited, and a hook with a known id replaces the earlier one', async () => {
    const { store, site, topic } = world
    await store.watch.start(() => {})
    const all = Array.from({ length: relayWatch.maxWatches }, () => newHook({ tags: [1] }))
    const taken = await Promise.all(
      [...all, newHook(), newHook()].map((hook) => store.watch.register(site, hook, '')),
    )
    expect(taken).toEqual([...all.map(() => true), false, false])
    expect(await store.watch.register(site, newHook(), '')).toBe(false)
    expect(await store.watch.register(site, newHook({ id: all[0]?.id ?? '' }), '')).toBe(true)
    await store.publish(newMessage(topic, site, 'hello'))
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
  })

  test('the waiting events of one client are limited', async () => {
    const { store, site } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    const text = 'x'.repeat(1024 * 1024)
    const max = Math.floor(limits.watch.waiting.client.bytes / text.length)
    for (let count = 0; count < max + 2; count += 1)
      await store.publish(newMessage(newTopic(), site, text))
    const events = await claimOf(store, ({ client }) => client === site)
    // an event counts a little more bytes than its text, so one less fits
    expect(events).toHaveLength(max - 1)
    for (const event of events) await store.watch.finish(event)
    await store.publish(newMessage(newTopic(), site, text))
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
  })
}
