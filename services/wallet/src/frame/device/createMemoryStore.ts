import type { Store } from './openStore.ts'

/**
 * A keep in memory, as long as the page lives: for a frame in a browser that stores nothing for it,
 * and for a login that is another's on this browser.
 */
export function createMemoryStore(stored = new Map<string, unknown>()): Store {
  return {
    persist: () => {}, // there is nothing to evict
    get: async (name) => stored.get(name),
    set: async (name, value) => void stored.set(name, value),
    delete: async (name) => void stored.delete(name),
    async add(name, value) {
      if (!stored.has(name)) stored.set(name, value)
      return stored.get(name)
    },
    names: async (start) => [...stored.keys()].filter((name) => name.startsWith(start)).toSorted(),
    all: async () =>
      new Map([...stored].toSorted(([first], [second]) => (first < second ? -1 : 1))),
    clear: async () => stored.clear(),
  }
}
