import { createEvents } from './lmdbEvents.ts'
import { createHooks } from './lmdbHooks.ts'
import { eventsOf, type Happening } from './watchEvents.ts'
import type { WatchStore } from './watchStore.ts'

/** Watched clients, and what their webhooks have yet to be told. Only this process has them. */
export function createLmdbWatch(options: Parameters<typeof createHooks>[0]) {
  const { tables: { root }, writer } = options
  const hooks = createHooks(options)
  const events = createEvents(options)
  let tell = () => {}
  let onDropped: (dropped: number) => void = () => {}

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
    /** Writes what is to be told of one message, together with what else is written in this turn. */
    async note(happenings: readonly Happening[]): Promise<void> {
      const wanted = happenings.flatMap((happening) => eventsOf(happening, hooks.of(happening.client)))
      if (wanted.length === 0) return
      const noted = await events.add(wanted)
      if (noted < wanted.length) onDropped(wanted.length - noted)
      if (noted > 0) tell()
    },
  }
}
