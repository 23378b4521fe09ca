import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { type ClientId, ShareError } from './mailboxStore.ts'
import type { RedisLink } from './redisLink.ts'
import type { RedisUsage } from './redisUsage.ts'
import { bytesOf, type Held, subscriptionBytes } from './storeUsage.ts'
import { DamagedRowError } from './lmdbRows.ts'
import { eventsOf, type MessageUpdate, tagOf } from './watchEvents.ts'
import { type EventRow, readEvent, readHook } from './watchRows.ts'
import type { Hook, WatchEvent, WatchStore } from './watchStore.ts'

const { weight } = limits.watch
const prefix = 'lk:{watch}:'
const key = (name: string) => prefix + name
const [clients, due, events, sizes, eventTexts] = [
  key('clients'),
  key('due'),
  key('events'),
  key('sizes'),
  key('told'),
]
const hooksKey = (client: ClientId) => key(`c:${client}`)
/** The channel on which nodes announce that a client is watched. */
const channel = 'lk:{watch}'
/** Milliseconds after which a node reads the watched clients again. */
const refresh = 60_000

/** Clients whose hooks are read together. */
const together = 8

type Options = {
  link: RedisLink
  usage: RedisUsage
  onError: (error: Error) => void
  /** Checks that there is room in the shares. @throws ShareError, StoreError */
  admit: (client: ClientId, holder: string, more: Partial<Held>) => Promise<void>
  holderOf: (address: string) => Promise<string>
}

/** Watched clients and their events, shared by all nodes. */
export function createRedisWatch({ link, usage, onError, admit, holderOf }: Options) {
  let watched = new Set<ClientId>()
  let notify: (() => void) | undefined
  let refreshing: NodeJS.Timeout | undefined
  let onDropped: (dropped: number) => void = () => {}

  const onWatched = (client: string) => void watched.add(client as ClientId) // announced by a node

  /** Reads the watched clients from Redis. */
  async function load(): Promise<void> {
    if (!notify) return
    const before = watched
    watched = new Set(before) // collects announcements that arrive meanwhile
    const found = texts(await link.run('watchClients', [clients], [key('c:')]))
    const reported = [...watched].filter((client) => !before.has(client))
    watched = new Set([...(found as ClientId[]), ...reported]) // stored as clients
  }

  async function hooksOf(client: ClientId): Promise<Hook[]> {
    return texts(await link.run('watchHooks', [hooksKey(client)], [])).flatMap((text) =>
      readOr(text, readHook, onError),
    )
  }

  const namesOf = ({ client, holder }: WatchEvent) => [client, holder].filter((name) => name !== '')
  /** Counts the message of an event until the event expires. */
  const countEvent = (event: WatchEvent, by: 1 | -1) =>
    usage.message(namesOf(event), by, event.data, {
      from: event.at,
      until: event.at + limits.watch.retry,
    })

  /** Resolves to whether there was room; an event that is stored already has it. */
  async function noteOne(event: WatchEvent): Promise<boolean> {
    try {
      await admit(event.client, event.holder, { messages: 1, bytes: bytesOf(event.data) })
    } catch (error) {
      if (error instanceof ShareError) return false
      throw error
    }
    const { data, ...stored } = event
    const room = namesOf(event).flatMap((name) => [
      name,
      ...Object.values(
        name === event.client ? limits.watch.waiting.client : limits.watch.waiting.address,
      ).map(String),
    ])
    const send = (message: string) =>
      link.run(
        'watchNote',
        [due, events, sizes, eventTexts, key(`seen:${event.id}`)],
        [
          event.id,
          JSON.stringify(stored),
          String(event.seq),
          message,
          String(limits.requestMemory),
          String(Buffer.byteLength(data)),
          ...room,
        ],
      )
    const answer = await send('')
    const noted = answer === -2 ? await send(data) : answer
    if (noted === 1) await countEvent(event, 1)
    return noted !== -1
  }

  /**
   * One after the other until the message is stored, so that the others need not send it again.
   * @returns how many had room
   */
  async function noteAll(found: readonly WatchEvent[]): Promise<number> {
    let refused = 0
    for (const event of found) {
      if (await noteOne(event)) break
      refused += 1
    }
    const others = await Promise.all(found.slice(refused + 1).map(noteOne))
    return Math.min(1, found.length - refused) + others.filter(Boolean).length
  }

  /** Counts a registration, and stops counting the one that it replaces. */
  async function countHooks(
    client: ClientId,
    added: Hook | undefined,
    replaced: string,
  ): Promise<void> {
    const rows =
      replaced === ''
        ? []
        : readOr(replaced, readHook, onError).flatMap(({ ends, holder }) =>
            Array<string>(weight).fill(`${ends} ${holder}`),
          )
    await usage.subscriptions(
      client,
      added && { end: added.ends, holder: added.holder, count: weight },
      rows,
    )
  }

  const store: WatchStore = {
    key: async (offered) => String(await link.run('watchKey', [key('key')], [offered])),
    async start(onEvent, onNoRoom = () => {}) {
      notify = onEvent
      onDropped = onNoRoom
      await link.subscribe(channel, onWatched)
      await load()
      clearInterval(refreshing)
      refreshing = setInterval(() => {
        load().catch(onError)
      }, refresh)
      refreshing.unref()
    },
    async register(client, answer, address) {
      const hook = { ...answer, holder: await holderOf(address) }
      const isKnown = (await hooksOf(client)).some(({ id }) => id === hook.id)
      if (!isKnown)
        await admit(client, hook.holder, {
          subscriptions: weight,
          bytes: weight * subscriptionBytes,
        })
      const replaced = await link.run(
        'watchRegister',
        [hooksKey(client), clients],
        [client, hook.id, JSON.stringify(hook), String(relayWatch.maxWatches)],
      )
      if (typeof replaced !== 'string') return false
      await countHooks(client, hook, replaced)
      watched.add(client)
      await link.publish(channel, client)
      return true
    },
    async unregister(client, id) {
      await countHooks(
        client,
        undefined,
        String(await link.run('watchUnregister', [hooksKey(client), clients], [client, id])),
      )
    },
    async claim(limit, bytes = Infinity) {
      const found = texts(
        await link.run(
          'watchClaim',
          [due, events, eventTexts],
          [String(limit), String(limits.watch.lease), String(Math.min(bytes, 1e12))],
        ),
      )
      return found.flatMap((text, index) =>
        index % 2 === 0
          ? readOr(text, (value) => withMessage(readEvent(value), found[index + 1]), onError)
          : [],
      )
    },
    async postpone({ id }, milliseconds) {
      await link.run('watchPostpone', [due], [id, String(milliseconds)])
    },
    async finish(event) {
      const isOver = await link.run(
        'watchFinish',
        [due, events, sizes, eventTexts],
        [event.id, String(Buffer.byteLength(event.data)), ...namesOf(event)],
      )
      if (isOver === 1) await countEvent(event, -1)
    },
  }

  return {
    store,
    load,
    isAny: () => watched.size > 0,
    isWatched: (client: ClientId) => watched.has(client),
    /** Stores the events. */
    async note(updates: readonly MessageUpdate[]): Promise<void> {
      const { found, missed } = await eventsOfAll(updates, hooksOf)
      const dropped =
        missed + found.length - (await noteAll(found.slice(0, limits.watch.eventsOfMessage)))
      if (dropped > 0) onDropped(dropped)
      if (found.length > 0) notify?.()
    },
    close: () => clearInterval(refreshing),
  }
}

/**
 * The events of one message; `missed`: clients whose hooks were not read, because other clients had
 * too many.
 */
async function eventsOfAll(
  updates: readonly MessageUpdate[],
  hooksOf: (client: ClientId) => Promise<Hook[]>,
): Promise<{ found: WatchEvent[]; missed: number }> {
  const found: WatchEvent[] = []
  const [first] = updates
  if (!first) return { found, missed: 0 }
  const tag = tagOf(first.data)
  let looked = 0
  for (let start = 0; start < updates.length; start += together) {
    if (looked >= limits.watch.hooksOfMessage) return { found, missed: updates.length - start }
    const part = await Promise.all(
      updates
        .slice(start, start + together)
        .map(async (update) => ({ update, hooks: await hooksOf(update.client) })),
    )
    for (const { update, hooks } of part) {
      looked += hooks.length
      found.push(...eventsOf(update, hooks, tag))
    }
  }
  return { found, missed: 0 }
}

/** An event with its message; events of an earlier version contain it. */
function withMessage(
  event: EventRow | undefined,
  message: string | undefined,
): WatchEvent | undefined {
  const data = event?.data ?? message
  return event && data ? { ...event, data } : undefined
}

/** Skips a value that is not ours. */
function readOr<value>(
  text: string,
  read: (value: unknown) => value | undefined,
  onError: (error: Error) => void,
): value[] {
  try {
    const found = read(JSON.parse(text))
    if (found !== undefined) return [found]
  } catch {
    // not JSON
  }
  onError(new DamagedRowError('A value in Redis is damaged'))
  return []
}

function texts(answer: unknown): string[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than a list')
  return answer.map(String)
}
