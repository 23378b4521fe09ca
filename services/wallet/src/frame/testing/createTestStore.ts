import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { Store } from '../device/openStore.ts'

/**
 * A store in memory. `stored` has its entries, `persisted` the names that it had at each call
 * of `persist`.
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
