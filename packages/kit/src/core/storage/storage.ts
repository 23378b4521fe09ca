import { isObject } from '@latchkey/protocol/isObject'
import { storageVersion } from '@latchkey/protocol/limits'
import { allNames, keyName, outdatedNames } from './storedKeys.ts'
import type { StoredKey } from './storedKeys.ts'
import type { Wallet } from '../contracts/wallet.ts'

/** The storage of the kit's values: `localStorage`, or an object of its shape. */
export type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The stored values, by key. Every value is stored as JSON of its type. See
 * docs/contracts/product.md#stored-keys.
 */
export type StoredValues = {
  /**
   * Each entry contains all data that the kit needs to show and to reach the wallet. The kit sends
   * no request for it.
   */
  'recent-wallets': Wallet[]
  /** The id of the connector that was used last. */
  'recent-connector': string
  'active-network-id': string
  'active-namespace': string
  /** Names of namespaces. Other code may have written any other content. */
  'connected-namespaces': unknown[]
  /** 'connected' or 'disconnected'. */
  'connection-status': string
  /** CAIP-10 ids by namespace. Other code may have written any other content. */
  'last-account': { readonly [namespace: string]: unknown }
  'balance-cache': unknown
  version: number
}
export type StorageKey = keyof StoredValues

/**
 * Typed access to the storage. A value that is missing, invalid or of another type reads as
 * undefined.
 */
export type KitStorage = {
  get<key extends StorageKey>(key: key): StoredValues[key] | undefined
  set<key extends StorageKey>(key: key, value: StoredValues[key]): void
  remove(key: StorageKey): void
  /** The same storage without types, for modules that load later. See `readStored`. */
  raw: RawStorage
}

/**
 * The name of the stored connections that the tabs of a site share. The browser notifies the other
 * tabs of each change.
 */
export const sharedKey = /* @__PURE__ */ keyName('connections')

const wallet = (value: unknown) =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'
const kinds: Record<StorageKey, 'string' | 'number' | ((value: unknown) => boolean)> = {
  'recent-wallets': Array.isArray,
  'recent-connector': 'string',
  'active-network-id': 'string',
  'active-namespace': 'string',
  'connected-namespaces': Array.isArray,
  'connection-status': 'string',
  'last-account': isObject,
  'balance-cache': isObject,
  version: 'number',
}

/**
 * Makes a typed storage over `raw`. If the storage is full or forbidden, the value is stored in
 * memory, until the visitor leaves the page. Values of another layout version are removed. Reads
 * nothing before the first use.
 */
export function createKitStorage(raw: RawStorage): KitStorage {
  const memory = memoryStorage()
  const safe: RawStorage = {
    getItem(key) {
      open()
      return memory.getItem(key) ?? attempt(() => raw.getItem(key)) ?? null
    },
    setItem(key, value) {
      open()
      memory.removeItem(key)
      if (attempt(() => raw.setItem(key, value) ?? true) === undefined) memory.setItem(key, value)
    },
    removeItem(key) {
      memory.removeItem(key)
      attempt(() => raw.removeItem(key))
    },
  }
  const storage: KitStorage = {
    get(key) {
      const value = readStored(safe, key)
      const kind = kinds[key]
      const fits = typeof kind === 'function' ? kind(value) : typeof value === kind
      if (!fits) return undefined
      const rows: unknown =
        // one invalid wallet must not remove the others
        key === 'recent-wallets' && Array.isArray(value) ? value.filter(wallet) : value
      return rows as StoredValues[typeof key] // `kinds` has checked the value
    },
    set: (key, value) => writeStored(safe, key, value),
    remove: (key) => safe.removeItem(keyName(key)),
    raw: safe,
  }
  // on first use: a browser may take milliseconds to load the storage of a site
  let open = () => {
    open = () => {}
    migrate(storage)
  }
  return storage
}

/** Reads the value of a key in a storage as JSON. Undefined where it is missing or invalid. */
export function readStored(raw: RawStorage, key: StoredKey): unknown {
  const text = raw.getItem(keyName(key))
  return text === null ? undefined : attempt(() => JSON.parse(text) as unknown)
}

/** Writes a value to a storage as JSON; undefined removes it. */
export function writeStored(raw: RawStorage, key: StoredKey, value: unknown): void {
  if (value === undefined) raw.removeItem(keyName(key))
  else raw.setItem(keyName(key), JSON.stringify(value))
}

function migrate(storage: KitStorage): void {
  const isSameLayout = storage.get('version') === storageVersion
  for (const name of isSameLayout ? outdatedNames() : allNames()) storage.raw.removeItem(name)
  if (!isSameLayout) storage.set('version', storageVersion)
}

/**
 * A storage in memory, which lasts as long as the page. The default on a server and where the
 * browser forbids `localStorage`.
 */
export function memoryStorage(): RawStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** `localStorage`, or memory on a server and in a browser that forbids it. */
export function defaultStorage(): RawStorage {
  return attempt(() => globalThis.localStorage) ?? memoryStorage()
}

/**
 * `sessionStorage`, which belongs to this tab, or memory on a server and in a browser that forbids
 * it.
 */
export function tabStorage(): RawStorage {
  return attempt(() => globalThis.sessionStorage) ?? memoryStorage()
}

function attempt<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch {
    // the storage is forbidden or full, or the text is not JSON: the caller continues without a
    // value
    return undefined
  }
}
