import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../../limits.ts'
import type { MailboxStore } from '../mailboxStore.ts'
import type { NewHook, WatchEvent } from '../watchStore.ts'
import { freshWorld, newClient, newMessage, newTopic, type OpenStore } from './world.ts'

let hooks = 0
const newHook = (more: Partial<NewHook> = {}): NewHook => ({
  id: `hook ${(hooks += 1)}`, type: 'publisher', service: 'https://example.org', url: 'https://example.org/hook', tags: [1108], statuses: ['accepted', 'queued', 'delivered'], ends: Date.now() + 60_000, ...more,
})

/** Events come out as soon as they are there; others may be in between where stores are shared. */
async function claimOf(store: MailboxStore, isOurs: (event: WatchEvent) => boolean): Promise<readonly WatchEvent[]> {
  return (await store.watch.claim(1_000)).filter(isOurs)
}

/** What is noted for those who are watched. */
export function testWatch(open: OpenStore): void {
  const world = freshWorld(open)

  test('keeps the first key that it was offered', async () => {
    const { store } = world
    const key = await store.watch.key('ab'.repeat(32))
    expect(await store.watch.key('cd'.repeat(32))).toBe(key)
  })

  test('notes what happens to messages of the clients that are watched', async () => {
    const { store, site, wallet, topic } = world
    let told = 0
    await store.watch.start(() => (told += 1))
    const publisher = newHook()
    expect(await store.watch.register(site, publisher, '')).toBe(true)
    expect(await store.watch.register(wallet, newHook({ type: 'subscriber' }), '')).toBe(true)
    expect(await store.watch.register(wallet, newHook({ type: 'subscriber', tags: [1] }), '')).toBe(true)
    await store.subscribe(wallet, [topic], '')
    await store.publish(newMessage(topic, site, 'hello'))
    const events = await claimOf(store, ({ client }) => client === site || client === wallet)
    expect(events.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual(['publisher accepted', 'subscriber accepted', 'subscriber queued'])
    const { messages: [kept] } = await store.read({ client: wallet, topic, after: 0, limit: 1 })
    for (const { data, seq } of events) expect({ data, seq }).toEqual(kept)
    expect(told).toBeGreaterThan(0)

    await store.listen(wallet, () => {})
    await store.acknowledge(wallet, topic, kept?.seq ?? 0)
    await store.acknowledge(wallet, topic, kept?.seq ?? 0)
    await store.publish(newMessage(topic, site, 'second'))
    const later = await claimOf(store, ({ client }) => client === wallet)
    expect(later.map(({ data, status }) => `${JSON.parse(data).message} ${status}`).toSorted()).toEqual(['hello delivered', 'second accepted'])
  })

  test('a message that is not stored again is not told again', async () => {
    const { store, site, topic } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    const message = newMessage(topic, site, 'once')
    expect([await store.publish(message), await store.publish(message)]).toEqual(['stored', 'known'])
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
  })

  test('whoever takes an event has it until it is done or put off', async () => {
    const { store, site, topic } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    await store.publish(newMessage(topic, site, 'hello'))
    const ours = (event: WatchEvent) => event.client === site
    const [event] = await claimOf(store, ours)
    if (!event) throw new Error('no event')
    expect(await claimOf(store, ours)).toEqual([])
    await store.watch.postpone(event, 0)
    await setTimeout(2) // the clock of the store has to go on
    expect(await claimOf(store, ours)).toEqual([event])
    await store.watch.postpone(event, 3_600_000)
    expect(await claimOf(store, ours)).toEqual([])
    await store.watch.finish(event)
    await store.watch.finish(event)
  })

  test('who is no longer registered, or not yet, is told nothing', async () => {
    const { store, site, wallet, topic } = world
    await store.watch.start(() => {})
    const [left, ended] = [newHook(), newHook({ ends: Date.now() + 20 })]
    await store.watch.register(site, left, '')
    await store.watch.register(site, ended, '')
    await store.watch.unregister(site, left.id)
    await store.watch.unregister(site, 'unknown')
    await setTimeout(30) // until the second one has ended
    await store.publish(newMessage(topic, site, 'hello'))
    await store.publish(newMessage(topic, wallet, 'hello'))
    expect(await claimOf(store, ({ client }) => client === site || client === wallet)).toEqual([])
  })

  test('a client has so many hooks, and the same again replaces one', async () => {
    const { store, site, topic } = world
    await store.watch.start(() => {})
    const all = Array.from({ length: relayWatch.most }, () => newHook({ tags: [1] }))
    const taken = await Promise.all([...all, newHook(), newHook()].map((hook) => store.watch.register(site, hook, '')))
    expect(taken).toEqual([...all.map(() => true), false, false])
    expect(await store.watch.register(site, newHook(), '')).toBe(false)
    expect(await store.watch.register(site, newHook({ id: all[0]?.id ?? '' }), '')).toBe(true)
    await store.publish(newMessage(topic, site, 'hello'))
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
  })

  test('what waits of one client is limited', async () => {
    const { store, site } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    const text = 'x'.repeat(1024 * 1024)
    const most = Math.floor(limits.watch.waiting.client.bytes / text.length)
    for (let count = 0; count < most + 2; count += 1) await store.publish(newMessage(newTopic(), site, text))
    const events = await claimOf(store, ({ client }) => client === site)
    expect(events).toHaveLength(most - 1) // each is a little more than its text
    for (const event of events) await store.watch.finish(event)
    await store.publish(newMessage(newTopic(), site, text))
    expect(await claimOf(store, ({ client }) => client === site)).toHaveLength(1)
  })

  const plenty = { messages: 1e6, bytes: 1e9, subscriptions: 1e6 }
  const newAddress = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`

  test('registrations count in the share of an address until they end, and the same again counts once', async () => {
    const { site, wallet } = world
    const store = await open({ shares: { client: plenty, address: { ...plenty, subscriptions: 2 * limits.watch.weight } } })
    const [address, hook] = [newAddress(), newHook()]
    expect([await store.watch.register(site, hook, address), await store.watch.register(site, hook, address), await store.watch.register(wallet, newHook(), address)]).toEqual([true, true, true])
    await expect(store.watch.register(newClient(), newHook(), address)).rejects.toMatchObject({ name: 'ShareError', reason: 'address' })
    expect(await store.watch.register(newClient(), newHook(), newAddress())).toBe(true)
    await store.watch.unregister(site, hook.id)
    expect(await store.watch.register(newClient(), newHook(), address)).toBe(true)
  })

  test('events count in the share of the address that registered, whoever publishes, until they are told; what is beyond is dropped', async () => {
    const { site } = world
    const store = await open({ shares: { client: plenty, address: { ...plenty, messages: 3 } } })
    let dropped = 0
    await store.watch.start(() => {}, (events) => (dropped += events))
    await store.watch.register(site, newHook(), newAddress())
    const publish = () => store.publish(newMessage(newTopic(), site, 'hello'))
    for (let count = 0; count < 4; count += 1) expect(await publish()).toBe('stored')
    const ours = ({ client }: WatchEvent) => client === site
    const events = await claimOf(store, ours)
    expect([events.length, dropped]).toEqual([3, 1])
    for (const event of events) await Promise.all([store.watch.finish(event), store.watch.finish(event)])
    for (let count = 0; count < 4; count += 1) await publish()
    expect([(await claimOf(store, ours)).length, dropped]).toEqual([3, 2])
  })

  test('of one message there are so many events, for all its subscribers together', async () => {
    const { store, site, topic } = world
    let dropped = 0
    await store.watch.start(() => {}, (events) => (dropped += events))
    const watchers = Array.from({ length: 10 }, newClient)
    const hooksOfEach = Math.ceil(limits.watch.eventsOfMessage / 20) + 1
    for (const watcher of watchers) {
      for (let count = 0; count < hooksOfEach; count += 1) await store.watch.register(watcher, newHook({ type: 'subscriber', statuses: ['accepted', 'queued'] }), '')
      await store.subscribe(watcher, [topic], '')
    }
    await store.publish(newMessage(topic, site, 'hello'))
    const events = await claimOf(store, ({ client }) => watchers.includes(client))
    expect([events.length, dropped]).toEqual([limits.watch.eventsOfMessage, 20 * hooksOfEach - limits.watch.eventsOfMessage])
    for (const { data } of events) expect(JSON.parse(data).message).toBe('hello')
  })

  test('what is taken at once is limited in bytes, but for the first', async () => {
    const { store, site } = world
    await store.watch.start(() => {})
    await store.watch.register(site, newHook(), '')
    for (let count = 0; count < 3; count += 1) await store.publish(newMessage(newTopic(), site, 'x'.repeat(5_000)))
    const take = async () => (await store.watch.claim(1_000, 12_000)).filter(({ client }) => client === site).length
    const taken = []
    while (taken.reduce((sum, count) => sum + count, 0) < 3) taken.push(await take())
    expect(Math.max(...taken)).toBe(2)
  })
}
