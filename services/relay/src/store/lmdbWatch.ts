import { limits } from '../limits.ts'
import { createEvents } from './lmdbEvents.ts'
import { createHooks } from './lmdbHooks.ts'
import { eventsOf, type MessageUpdate, tagOf } from './watchEvents.ts'
import type { WatchEvent, WatchStore } from './watchStore.ts'

/** Watched clients, and their waiting events. Only this process has them. */
export function createLmdbWatch(options: Parameters<typeof createHooks>[0]) {
  const {
    tables: { root },
    writer,
  } = options
  const hooks = createHooks(options)
  const events = createEvents(options)
  let notify = () => {}
  let onDropped: (dropped: number) => void = () => {}

  /**
   * The events of one message; `missed`: clients whose hooks were not read, because other clients
   * had too many.
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
    register: hooks.register,
    unregister: hooks.unregister,
    claim: events.claim,
    postpone: events.postpone,
    finish: events.finish,
  }

  return {
    store,
    isAny: hooks.isAny,
    isWatched: hooks.isWatched,
    expire: hooks.expire,
    /** Writes the events of one message, together with the other writes of this turn. */
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
