import { limits } from '../limits.ts'
import { createEvents } from './lmdbEvents.ts'
import { createHooks } from './lmdbHooks.ts'
import { eventsOf, type Happening, tagOf } from './watchEvents.ts'
import type { WatchEvent, WatchStore } from './watchStore.ts'

/** Watched clients, and their waiting events. Only this process has them. */
export function createLmdbWatch(options: Parameters<typeof createHooks>[0]) {
  const {
    tables: { root },
    writer,
  } = options
  const hooks = createHooks(options)
  const events = createEvents(options)
  let tell = () => {}
  let onDropped: (dropped: number) => void = () => {}

  /**
   * The events of one message; `missed`: clients whose hooks were not read, because other clients
   * had too many.
   */
  function eventsOfAll(
    happenings: readonly Happening[],
    tag: number,
  ): { wanted: WatchEvent[]; missed: number } {
    const wanted: WatchEvent[] = []
    let looked = 0
    for (const [index, happening] of happenings.entries()) {
      if (looked >= limits.watch.hooksOfMessage)
        return { wanted, missed: happenings.length - index }
      const found = hooks.of(happening.client)
      looked += found.length
      wanted.push(...eventsOf(happening, found, tag))
    }
    return { wanted, missed: 0 }
  }

  const store: WatchStore = {
    async key(offered) {
      const kept = root.get('key')
      if (typeof kept === 'string') return kept
      writer.put(root, 'key', offered)
      await writer.kept()
      return offered
    },
    async start(onEvent, onNoRoom = () => {}) {
      tell = onEvent
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
    async note(happenings: readonly Happening[]): Promise<void> {
      const [first] = happenings
      if (!first) return
      const { wanted, missed } = eventsOfAll(happenings, tagOf(first.data))
      const noted = wanted.length > 0 ? await events.add(wanted) : 0
      const dropped = missed + wanted.length - noted
      if (dropped > 0) onDropped(dropped)
      if (noted > 0) tell()
    },
  }
}
