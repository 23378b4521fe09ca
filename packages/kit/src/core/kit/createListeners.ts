/**
 * A set of listeners. Each is in it from `subscribe` until its stop is called or all are removed.
 */
export type Listeners<parameters extends readonly unknown[]> = {
  /** @returns the function that removes the listener */
  subscribe(listener: (...parameters: parameters) => void): () => void
  has(listener: (...parameters: parameters) => void): boolean
  notify(...parameters: parameters): void
  /** Removes all listeners. */
  clear(): void
}

/**
 * Makes an empty set of listeners. A listener that throws stops `notify`: code that calls foreign
 * listeners catches their errors.
 */
export function createListeners<parameters extends readonly unknown[]>(): Listeners<parameters> {
  const listeners = new Set<(...parameters: parameters) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    has: (listener) => listeners.has(listener),
    notify: (...parameters) => listeners.forEach((listener) => listener(...parameters)),
    clear: () => listeners.clear(),
  }
}
