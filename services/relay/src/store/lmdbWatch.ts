import { limits } from '../limits.ts'
import { LmdbEvents } from './lmdbEvents.ts'
import { type HookOptions, LmdbHooks } from './lmdbHooks.ts'
import { eventsOf, type MessageUpdate, tagOf } from './watchEvents.ts'
import type { WatchEvent, WatchStore } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

/** Watched clients and their waiting events, in the tables of a folder. */
export function createLmdbWatch(options: HookOptions) {
  const {
    tables: { root },
    writer,
  } = options
  const hooks = new LmdbHooks(options)
  const events = new LmdbEvents(options)
  let notify = () => {}
  let onDropped: (dropped: number) => void = () => {}

  /**
   * The events that an update of a message causes. `missed`: the number of clients whose webhooks
   * were not read, because the other clients had too many.
   */
  function eventsOfAll(
    updates: readonly MessageUpdate[],
    tag: number,
  ): { wanted: WatchEvent[]; missed: number } {
    const wanted: WatchEvent[] = []
    let looked = 0
    for (const [index, update] of updates.entries()) {
      if (looked >= limits.watch.hooksOfMessage) return { wanted, missed: updates.length - index }
      const found = hooks.of(update.client)
      looked += found.length
      wanted.push(...eventsOf(update, found, tag))
    }
    return { wanted, missed: 0 }
  }

  const store: WatchStore = {
    async key(offered) {
      const stored = root.get('key')
      if (typeof stored === 'string') return stored
      writer.put(root, 'key', offered)
      await writer.stored()
      return offered
    },
    async start(onEvent, onNoRoom = () => {}) {
      notify = onEvent
      onDropped = onNoRoom
      await events.load()
      hooks.load()
    },
    register: (client, hook, address) => hooks.register(client, hook, address),
    unregister: (client, id) => hooks.unregister(client, id),
    claim: (limit, bytes) => events.claim(limit, bytes),
    postpone: (event, milliseconds) => events.postpone(event, milliseconds),
    finish: (event) => events.finish(event),
  }

  return {
    store,
    isAny: () => hooks.isAny(),
    isWatched: (client: ClientId) => hooks.isWatched(client),
    /** Removes the expired registrations of a client. @throws StoreError */
    expire: (client: ClientId) => hooks.expire(client),
    /**
     * Stores the events of one message, in the same transaction as the other writes of this turn of
     * the event loop.
     */
    async note(updates: readonly MessageUpdate[]): Promise<void> {
      const [first] = updates
      if (!first) return
      const { wanted, missed } = eventsOfAll(updates, tagOf(first.data))
      const noted = wanted.length > 0 ? await events.add(wanted) : 0
      const dropped = missed + wanted.length - noted
      if (dropped > 0) onDropped(dropped)
      if (noted > 0) notify()
    },
  }
}
