import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { Store } from '../device/openStore.ts'

/**
 * A keep in memory. `stored` is what it holds, `persisted` the names that it held whenever it was
 * asked to persist.
 */
export function createTestStore(): Store & { stored: Map<string, unknown>; persisted: string[][] } {
  const stored = new Map<string, unknown>()
  const persisted: string[][] = []
  return {
    ...createMemoryStore(stored),
    stored,
    persisted,
    persist: () => void persisted.push([...stored.keys()]),
  }
}
