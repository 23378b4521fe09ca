/** Listeners to something: each from `subscribe` until its stop is called or all are dropped. */
export type Listeners<said extends readonly unknown[]> = {
  /** @returns its stop */
  subscribe(listener: (...said: said) => void): () => void
  has(listener: (...said: said) => void): boolean
  tell(...said: said): void
  /** Drops all. */
  clear(): void
}

/**
 * Makes an empty set of listeners. A listener that throws stops `tell`: code that calls foreign
 * listeners catches what they throw.
 */
export function createListeners<said extends readonly unknown[]>(): Listeners<said> {
  const listeners = new Set<(...said: said) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    has: (listener) => listeners.has(listener),
    tell: (...said) => listeners.forEach((listener) => listener(...said)),
    clear: () => listeners.clear(),
  }
}
