/** A state that changes, and its listeners. */
export type Store<state> = {
  get: () => state
  /** Replaces some fields of the state. */
  set: (change: Partial<state>) => void
  /** Calls the listener after every change. @returns the function that stops this */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store with its first state. */
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

/** Resolves as soon as the state meets the condition. @throws the signal's reason */
export function until<state>(
  { get, subscribe }: Store<state>,
  condition: (state: state) => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (signal.aborted) reject(signal.reason)
      else if (condition(get())) resolve()
      else return
      unsubscribe()
      signal.removeEventListener('abort', look)
    }
    const unsubscribe = subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}
