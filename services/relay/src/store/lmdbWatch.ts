import { relayWatch } from '@latchkey/protocol/relay'
import { limits } from '../limits.ts'
import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'
import { eventsOf, type Happening } from './watchEvents.ts'
import type { Hook, WatchEvent, WatchStore } from './watchStore.ts'

/** Watched clients, and their events in the order in which they are due. Only this process has them. */
export function createLmdbWatch({ root, hooks, events, due }: Tables, now: () => number) {
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
    return [...hooks.getRange({ start: [client], end: [client, afterAll] })].map(({ value }) => value).filter(({ ends }) => ends > now())
  }

  function count({ client, data }: WatchEvent, by: 1 | -1): void {
    const known = waiting.get(client) ?? { events: 0, bytes: 0 }
    waiting.set(client, { events: known.events + by, bytes: known.bytes + by * data.length })
    if (known.events + by === 0) waiting.delete(client)
  }

  function fits({ client, data }: WatchEvent): boolean {
    const known = waiting.get(client)
    return !known || (known.events < limits.watch.events && known.bytes + data.length <= limits.watch.bytes)
  }

  /** Of a claimed event: the database shows it until `written`. */
  async function settle({ id }: WatchEvent, written: Promise<unknown>): Promise<void> {
    await written
    claimed.delete(id)
  }

  const store: WatchStore = {
    async key(offered) {
      const kept = root.get('key')
      if (typeof kept === 'string') return kept
      await root.put('key', offered)
      return offered
    },
    async start(onEvent) {
      tell = onEvent
      for (const [client] of hooks.getKeys()) watched.add(client)
      for (const { value } of events.getRange()) count(value, 1)
    },
    register: (client, hook) => inTurn(async () => {
      const others = hooksOf(client).filter(({ id }) => id !== hook.id)
      if (others.length >= relayWatch.most) return false
      watched.add(client)
      void due.put([minuteAfter(hook.ends), 'watch', client], true)
      await hooks.put([client, hook.id], hook)
      return true
    }),
    unregister: (client, id) => inTurn(async () => {
      await hooks.remove([client, id])
      if (hooksOf(client).length === 0) watched.delete(client)
    }),
    async claim(limit) {
      const found: WatchEvent[] = []
      for (const { key: [at, id], value } of events.getRange({ start: [0], end: [now(), afterAll] })) {
        if (found.length >= limit) break
        if (claimed.has(id)) continue
        claimed.set(id, at)
        found.push(value)
      }
      return found
    },
    async postpone(event, milliseconds) {
      void events.remove([claimed.get(event.id) ?? 0, event.id])
      await settle(event, events.put([now() + milliseconds, event.id], event))
    },
    async finish(event) {
      count(event, -1)
      await settle(event, events.remove([claimed.get(event.id) ?? 0, event.id]))
    },
  }

  return {
    store,
    isAny: () => watched.size > 0,
    isWatched: (client: ClientId) => watched.has(client),
    /** Writes what is to be told, together with what else is written in this turn. */
    async note(happenings: readonly Happening[]): Promise<void> {
      let written: Promise<unknown> | undefined
      for (const happening of happenings) {
        for (const event of eventsOf(happening, hooksOf(happening.client)).filter(fits)) {
          count(event, 1)
          written = events.put([event.at, event.id], event)
        }
      }
      if (!written) return
      await written
      tell()
    },
    /** Takes out the registrations of a client that have ended. */
    expire(client: ClientId): void {
      for (const { key, value } of hooks.getRange({ start: [client], end: [client, afterAll] })) if (value.ends <= now()) void hooks.remove(key)
    },
  }
}
