/** Listeners to something: each from `subscribe` until its stop is called or all are dropped. */
export type Listeners<parameters extends readonly unknown[]> = {
  /** @returns its stop */
  subscribe(listener: (...parameters: parameters) => void): () => void
  has(listener: (...parameters: parameters) => void): boolean
  notify(...parameters: parameters): void
  /** Drops all. */
  clear(): void
}

/**
 * Makes an empty set of listeners. A listener that throws stops `tell`: code that calls foreign
 * listeners catches what they throw.
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
