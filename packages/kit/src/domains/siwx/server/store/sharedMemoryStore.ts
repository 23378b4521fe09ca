import { createMemoryStore } from './createMemoryStore.ts'
import type { SiwxStore } from './siwxStore.ts'

/**
 * The key on `globalThis` of the stores in this process. They can't be in a variable of this
 * module: bundlers such as Next's give each route and each page a copy of the module, and reload it
 * during development.
 */
const name = Symbol.for('latchkey.siwx.stores')

/** The store in memory that all servers of one origin share in this process. */
export function sharedMemoryStore(origin: string): SiwxStore {
  const place = globalThis as { [name]?: Map<string, SiwxStore> }
  const stores = (place[name] ??= new Map())
  const store = stores.get(origin) ?? createMemoryStore()
  stores.set(origin, store)
  return store
}
