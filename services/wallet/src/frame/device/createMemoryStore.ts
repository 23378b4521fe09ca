import type { Store } from './openStore.ts'

/**
 * A store in memory, which lasts as long as the page. It is used where the browser stores
 * nothing for the frame, and for a login that does not belong to this browser.
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
