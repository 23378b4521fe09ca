import { createMemoryStore } from './createMemoryStore.ts'
import type { SiwxStore } from './siwxStore.ts'

/**
 * The global key of the stores in this process. Bundlers such as Next's give each route and each
 * page a copy of this module, and reload it during development.
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
