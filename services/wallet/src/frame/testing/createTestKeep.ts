import type { Keep } from '../device/openKeep.ts'

/** A keep in memory. `stored` is what it holds, `persisted` the names that it held whenever it was asked to persist. */
export function createTestKeep(): Keep & { stored: Map<string, unknown>; persisted: string[][] } {
  const stored = new Map<string, unknown>()
  const persisted: string[][] = []
  return {
    stored,
    persisted,
    persist: () => void persisted.push([...stored.keys()]),
    get: async (name) => stored.get(name),
    set: async (name, value) => void stored.set(name, value),
    delete: async (name) => void stored.delete(name),
    async add(name, value) {
      if (!stored.has(name)) stored.set(name, value)
      return stored.get(name)
    },
    names: async (start) => [...stored.keys()].filter((name) => name.startsWith(start)).toSorted(),
    clear: async () => stored.clear(),
  }
}
