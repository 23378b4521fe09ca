import { createMemoryKeep } from '../device/createMemoryKeep.ts'
import type { Keep } from '../device/openKeep.ts'

/**
 * A keep in memory. `stored` is what it holds, `persisted` the names that it held whenever it was
 * asked to persist.
 */
export function createTestKeep(): Keep & { stored: Map<string, unknown>; persisted: string[][] } {
  const stored = new Map<string, unknown>()
  const persisted: string[][] = []
  return {
    ...createMemoryKeep(stored),
    stored,
    persisted,
    persist: () => void persisted.push([...stored.keys()]),
  }
}
