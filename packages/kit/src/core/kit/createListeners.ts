/** A set of listeners. A listener stays in the set until it is removed, or `clear` removes all. */
export type Listeners<parameters extends readonly unknown[]> = {
  /** @returns the function that removes the listener */
  subscribe(listener: (...parameters: parameters) => void): () => void
  has(listener: (...parameters: parameters) => void): boolean
  notify(...parameters: parameters): void
  /** Removes all listeners. */
  clear(): void
}

/**
 * Makes an empty set of listeners. If a listener throws, `notify` throws, and the listeners after
 * it are not called. So a listener that calls foreign code has to catch errors.
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
