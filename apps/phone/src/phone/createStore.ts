/** A value that changes, and who wants to know. */
export type Store<state> = {
  get: () => state
  /** Replaces some of the fields. */
  set: (change: Partial<state>) => void
  /** Tells of every change; returns its end. */
  subscribe: (listener: () => void) => () => void
}

/** Keeps a value. */
export function createStore<state extends object>(first: state): Store<state> {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Resolves as soon as the state is so. @throws the signal's reason */
export function until<state>({ get, subscribe }: Store<state>, isSo: (state: state) => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (signal.aborted) reject(signal.reason)
      else if (isSo(get())) resolve()
      else return
      unsubscribe()
      signal.removeEventListener('abort', look)
    }
    const unsubscribe = subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}
