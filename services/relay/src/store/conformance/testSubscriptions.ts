import { expect, test } from 'vitest'
import type { MailboxStore } from '../mailboxStore.ts'
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
import type { ClientId } from '../../auth/didKey.ts'

/** Tests subscriptions, and the calls to listeners. */
export function testSubscriptions(open: OpenStore): void {
  const world = freshWorld(open)
  testListeners(world)
  testTopics(world)
}

function testListeners(world: World): void {
  test('the store notifies the subscribers of a topic, but not the publisher or an unsubscribed client', async () => {
    const { store, site, wallet, topic } = world
    const left = newClient()
    await store.subscribe(site, [topic], '')
    await store.subscribe(wallet, [topic], '')
    await store.subscribe(left, [topic], '')
    await store.unsubscribe(left, [topic, newTopic()])
    const [ownHears, leftHears, walletHears] = [
      await hear(store, site, 1),
      await hear(store, left, 1),
      await hear(store, wallet, 1),
    ]
    await store.publish(newMessage(topic, site, 'hello'))
    expect(await walletHears.all).toEqual([topic])
    // the first call to each listener names `own`: the message in `topic` was not for them
    const own = newTopic()
    await store.subscribe(site, [own], '')
    await store.subscribe(left, [own], '')
    await store.publish(newMessage(own, wallet, 'hello'))
    expect([await ownHears.all, await leftHears.all]).toEqual([[own], [own]])
  })

  test('a client may have several listeners, and the others continue when one ends', async () => {
    const { store, site, wallet, topic } = world
    await store.subscribe(wallet, [topic], '')
    const [ended, first, second] = [
      await hear(store, wallet, 1),
      await hear(store, wallet, 1),
      await hear(store, wallet, 1),
    ]
    ended.end()
    ended.end()
    await store.publish(newMessage(topic, site, 'hello'))
    expect([await first.all, await second.all]).toEqual([[topic], [topic]])
    first.end()
    second.end()
    const again = await hear(store, wallet, 1)
    await store.publish(newMessage(topic, site, 'again'))
    expect(await again.all).toEqual([topic])
  })
}

function testTopics(world: World): void {
  test('the store lists the topics of a client with waiting messages', async () => {
    const { store, site, wallet, topic } = world
    const [second, third, left] = [newTopic(), newTopic(), newTopic()]
    await store.subscribe(wallet, [topic, second, third, left], '')
    for (const each of [topic, third, left]) await store.publish(newMessage(each, site, 'hello'))
    await store.unsubscribe(wallet, [left])
    expect((await waitingFor(store, wallet)).toSorted()).toEqual([topic, third].toSorted())
    expect(await waitingFor(store, wallet, new Set([third]))).toEqual([topic])
    expect(await waitingFor(store, newClient())).toEqual([])
  })

  test('a client that subscribes again gets its unacknowledged messages', async () => {
    const { store, site, wallet, topic } = world
    await store.subscribe(wallet, [topic], '')
    await store.publish(newMessage(topic, site, 'hello'))
    await store.unsubscribe(wallet, [topic])
    expect(await store.subscribe(wallet, [topic], '')).toEqual([topic])
    expect(await textsFor(store, wallet, topic)).toEqual(['hello'])
  })

  test('a client subscribes to five hundred topics at once, even if some are repeated', async () => {
    const { store, site, wallet } = world
    const topics = Array.from({ length: 500 }, newTopic)
    await store.publish(newMessage(topics[7] ?? '', site, 'hello'))
    expect(await store.subscribe(wallet, [...topics, ...topics.slice(0, 5)], '')).toEqual([
      topics[7],
    ])
    expect(await waitingFor(store, wallet)).toEqual([topics[7]])
    await store.unsubscribe(wallet, topics)
    expect(await waitingFor(store, wallet)).toEqual([])
  })

  test('a client that subscribes again to all or a few of its topics learns which have messages', async () => {
    const { store, site, wallet } = world
    const topics = Array.from({ length: 60 }, newTopic)
    await store.subscribe(wallet, topics, '')
    const filled = topics.filter((_, index) => index % 3 === 0)
    for (const topic of filled) await store.publish(newMessage(topic, site, 'hello'))
    // a store with few rows around these topics, and with many
    for (const some of [topics, topics.slice(0, 10), topics.slice(0, 40)])
      expect(await store.subscribe(wallet, [...some, newTopic()], '')).toEqual(
        some.filter((topic) => filled.includes(topic)),
      )
    expect((await waitingFor(store, wallet)).toSorted()).toEqual(filled.toSorted())
  })
}

/**
 * Listens for a client's messages.
 * @returns `all`: resolves to the topics of the first `count` calls; `end`: stops listening
 */
async function hear(store: MailboxStore, client: ClientId, count: number) {
  const received: string[] = []
  let done: (topics: string[]) => void = () => {}
  const all = new Promise<string[]>((resolve) => {
    done = resolve
  })
  const end = await store.listen(client, (each) => received.push(each) === count && done(received))
  return { all, end }
}
