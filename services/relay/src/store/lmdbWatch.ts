import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'
import type { Writer } from './lmdbWriter.ts'
import { eventsOf, type Happening } from './watchEvents.ts'
import { readEvent, readHook } from './watchRows.ts'
import type { Hook, WatchEvent, WatchStore } from './watchStore.ts'

/** Tags of one registration. */
const mostTags = 256

type Options = { tables: Tables; writer: Writer; now: () => number; onBad: () => void; hasRoom: () => boolean }

/** Watched clients, and their events in the order in which they are due. Only this process has them. */
export function createLmdbWatch({ tables: { root, hooks, events, due }, writer, now, onBad, hasRoom }: Options) {
  const watched = new Set<ClientId>()
  /** What waits of each client. */
  const waiting = new Map<ClientId, { events: number; bytes: number }>()
  /** Events in somebody's hands, and when they were due. */
  const claimed = new Map<string, number>()
  let tell = () => {}
  /** Changes of registrations come one after the other: the database shows one when it is written. */
  let changing: Promise<unknown> = Promise.resolve()

  function inTurn<result>(change: () => Promise<result>): Promise<result> {
    const changed = changing.then(change)
    changing = changed.catch(() => {}) // whoever asked hears of it
    return changed
  }

  function hooksOf(client: ClientId): Hook[] {
    const found: Hook[] = []
    for (const { key, value } of hooks.getRange({ start: [client], end: [client, afterAll] })) {
      const hook = readHook(value)
      if (!hook) drop(hooks, key)
      else if (hook.ends > now()) found.push(hook)
    }
    return found
  }

  function drop(table: typeof hooks | typeof events, key: [ClientId, string] | [number, string]): void {
    onBad()
    writer.remove<unknown, (string | number)[]>(table, key)
  }

  function count({ client, data }: WatchEvent, by: 1 | -1): void {
    const known = waiting.get(client) ?? { events: 0, bytes: 0 }
    waiting.set(client, { events: known.events + by, bytes: known.bytes + by * data.length })
    if (known.events + by === 0) waiting.delete(client)
  }

  function fits({ client, data }: WatchEvent): boolean {
    const known = waiting.get(client)
    if (!hasRoom()) return false
    return !known || (known.events < limits.watch.events && known.bytes + data.length <= limits.watch.bytes)
  }

  /** Of a claimed event: the database shows it until that is written. */
  const settle = ({ id }: WatchEvent): Promise<void> => writer.kept(() => claimed.delete(id))

  const store: WatchStore = {
    async key(offered) {
      const kept = root.get('key')
      if (typeof kept === 'string') return kept
      writer.put(root, 'key', offered)
      await writer.kept()
      return offered
    },
    async start(onEvent) {
      tell = onEvent
      for (const [client] of hooks.getKeys()) watched.add(client)
      for (const { key, value } of events.getRange()) {
        const event = readEvent(value)
        if (event) count(event, 1)
        else drop(events, key)
      }
    },
    register: (client, hook) => inTurn(async () => {
      const others = hooksOf(client).filter(({ id }) => id !== hook.id)
      if (others.length >= relayWatch.most || hook.tags.length > mostTags || !hasRoom()) return false
      writer.put(due, [minuteAfter(hook.ends), 'watch', client], true)
      writer.put(hooks, [client, hook.id], hook)
      await writer.kept((isKept) => isKept && watched.add(client))
      return true
    }),
    unregister: (client, id) => inTurn(async () => {
      writer.remove(hooks, [client, id])
      await writer.kept()
      if (hooksOf(client).length === 0) watched.delete(client)
    }),
    async claim(limit) {
      const found: WatchEvent[] = []
      for (const { key: [at, id], value } of events.getRange({ start: [0], end: [now(), afterAll] })) {
        if (found.length >= limit) break
        if (claimed.has(id)) continue
        const event = readEvent(value)
        if (event) {
          claimed.set(id, at)
          found.push(event)
        } else drop(events, [at, id])
      }
      return found
    },
    async postpone(event, milliseconds) {
      writer.remove(events, [claimed.get(event.id) ?? 0, event.id])
      writer.put(events, [now() + milliseconds, event.id], event, event.data.length)
      await settle(event)
    },
    async finish(event) {
      count(event, -1)
      writer.remove(events, [claimed.get(event.id) ?? 0, event.id])
      await settle(event)
    },
  }

  return {
    store,
    isAny: () => watched.size > 0,
    isWatched: (client: ClientId) => watched.has(client),
    /** Writes what is to be told, together with what else is written in this turn. */
    async note(happenings: readonly Happening[]): Promise<void> {
      const noted: WatchEvent[] = []
      for (const happening of happenings) {
        for (const event of eventsOf(happening, hooksOf(happening.client)).filter(fits)) {
          count(event, 1)
          writer.put(events, [event.at, event.id], event, event.data.length)
          noted.push(event)
        }
      }
      if (noted.length === 0) return
      await writer.kept((isKept) => isKept || noted.forEach((event) => count(event, -1)))
      tell()
    },
    /** Takes out the registrations of a client that have ended. */
    expire(client: ClientId): void {
      for (const { key, value } of hooks.getRange({ start: [client], end: [client, afterAll] })) if ((readHook(value)?.ends ?? 0) <= now()) writer.remove(hooks, key)
    },
  }
}
