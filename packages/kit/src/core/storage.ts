import { storageVersion } from '@latchkey/protocol/limits'
import { allNames, keyName, namesOfAccount, outdatedNames } from './storedKeys.ts'
import type { Wallet } from './wallet.ts'

/** Where the kit keeps what it remembers: `localStorage`, or anything of its shape. */
export type RawStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What is remembered, by key (spec section 3, "Locally stored keys"). Every value is text or JSON of its type. */
export type StoredValues = {
  /** With what shows and reaches it without asking anybody. */
  'recent-wallets': Wallet[]
  /** Connector that was used last. */
  'recent-connector': string
  'active-network-id': string
  'active-namespace': string
  /** Texts, as far as the kit wrote them. */
  'connected-namespaces': unknown[]
  /** 'connected' or 'disconnected'. */
  'connection-status': string
  'balance-cache': unknown
  version: number
}
export type StorageKey = keyof StoredValues

/** Typed access; a value that is missing, broken or of another type reads as undefined. */
export type KitStorage = {
  get<key extends StorageKey>(key: key): StoredValues[key] | undefined
  set<key extends StorageKey>(key: key, value: StoredValues[key]): void
  remove(key: StorageKey): void
  /** Forgets what tells of the account. */
  forgetAccount(): void
  /** The same place without types, for a library that keeps its own keys below `prefix`. */
  raw: RawStorage
}

/** Before every key. */
export const storagePrefix = '@latchkey/'

/** Which wallets the tabs of a site are connected to; a change of it is how they hear of each other. */
export const sharedKey = `${storagePrefix}connections`

const object = (value: unknown): value is object => typeof value === 'object' && value !== null
const wallet = (value: unknown) => object(value) && 'id' in value && typeof value.id === 'string' && 'name' in value && typeof value.name === 'string'
const kinds: Record<StorageKey, 'string' | 'number' | ((value: unknown) => boolean)> = {
  'recent-wallets': Array.isArray,
  'recent-connector': 'string',
  'active-network-id': 'string',
  'active-namespace': 'string',
  'connected-namespaces': Array.isArray,
  'connection-status': 'string',
  'balance-cache': object,
  version: 'number',
}

/**
 * Typed storage over `raw`. A full or forbidden storage is no error: the value is then remembered until the page is left.
 * Content of another layout version is forgotten. Nothing is read before it is first used.
 */
export function createKitStorage(raw: RawStorage): KitStorage {
  const memory = memoryStorage()
  const safe: RawStorage = {
    getItem: (key) => memory.getItem(key) ?? attempt(() => raw.getItem(key)) ?? null,
    setItem(key, value) {
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
      open()
      const text = safe.getItem(storagePrefix + keyName(key))
      const value: unknown = text === null ? undefined : attempt(() => JSON.parse(text))
      const kind = kinds[key]
      const fits = typeof kind === 'function' ? kind(value) : typeof value === kind
      if (!fits) return undefined
      const rows: unknown = key === 'recent-wallets' && Array.isArray(value) ? value.filter(wallet) : value // one broken wallet costs no other
      return rows as StoredValues[typeof key] // `kinds` just told so
    },
    set(key, value) {
      open()
      safe.setItem(storagePrefix + keyName(key), JSON.stringify(value))
    },
    remove: (key) => safe.removeItem(storagePrefix + keyName(key)),
    forgetAccount: () => namesOfAccount().forEach((name) => safe.removeItem(storagePrefix + name)),
    raw: safe,
  }
  // when it is first needed: a browser may take milliseconds to fetch what a site has stored
  let open = () => {
    open = () => {}
    migrate(storage)
  }
  return storage
}

function migrate(storage: KitStorage): void {
  const isSameLayout = storage.get('version') === storageVersion
  for (const name of isSameLayout ? outdatedNames() : allNames()) storage.raw.removeItem(storagePrefix + name)
  if (!isSameLayout) storage.set('version', storageVersion)
}

/** Storage that lasts as long as the page; the default on a server and where the browser forbids the real one. */
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

function attempt<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch {
    return undefined // a storage that is blocked or full, or text that is not JSON: the caller goes on without
  }
}
