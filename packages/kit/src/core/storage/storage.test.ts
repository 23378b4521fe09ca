import { expect, test } from 'vitest'
import { forgetStored } from './accountMemory.ts'
import { createKitStorage, defaultStorage, memoryStorage } from './storage.ts'
import type { RawStorage, StorageKey, StoredValues } from './storage.ts'
import { keyName, storedKeys } from './storedKeys.ts'
import type { StoredKey } from './storedKeys.ts'

/** A storage with the values of an earlier visit. */
function storageWith(left: Record<string, string>): RawStorage {
  const raw = memoryStorage()
  raw.setItem('@latchkey/version', '1')
  for (const [key, text] of Object.entries(left)) raw.setItem(`@latchkey/${key}`, text)
  return raw
}

const values: {
  [key in Exclude<StorageKey, 'version'>]: { good: StoredValues[key]; bad: readonly unknown[] }
} = {
  'recent-wallets': { good: [{ id: 'a', name: 'A' }], bad: [{}, 'a', 1, null] },
  'recent-connector': { good: 'a', bad: [null, 1] },
  'active-network-id': { good: 'eip155:1', bad: [1, null] },
  'active-namespace': { good: 'eip155', bad: [{}] },
  'connected-namespaces': { good: ['eip155'], bad: [{ length: 1 }, 'eip155'] },
  'connection-status': { good: 'connected', bad: [1, true, null] },
  'last-account': { good: { eip155: 'eip155:1:0xab' }, bad: ['a', 1, null] },
  'balance-cache': { good: {}, bad: ['a', 1, null] },
}
const keys = Object.keys(values) as (keyof typeof values)[] // a table with exactly these keys

test.each(keys)(
  'the stored value %s is read as it was written; an invalid value is ignored',
  (key) => {
    const { good, bad } = values[key]
    const storage = createKitStorage(memoryStorage())
    storage.set(key, good)
    expect(storage.get(key)).toEqual(good)
    storage.remove(key)
    expect(storage.get(key)).toBeUndefined()
    for (const value of bad)
      expect(
        createKitStorage(storageWith({ [key]: JSON.stringify(value) })).get(key),
      ).toBeUndefined()
  },
)

test('an invalid recent wallet is skipped', () => {
  const [fox, owl] = [
    { id: 'fox', name: 'Fox' },
    { id: 'owl', name: 'Owl' },
  ]
  const read = (rows: readonly unknown[]) =>
    createKitStorage(storageWith({ 'recent-wallets': JSON.stringify(rows) })).get('recent-wallets')
  expect(read([fox, null, 'a', { id: 'a' }, { id: 1, name: 'A' }, { name: 'A' }, [], owl])).toEqual(
    [fox, owl],
  )
  expect(read([{}])).toEqual([])
})

test.each(['', '{', 'undefined', 'NaN', 'connected', "'a'", '\u0000', '['.repeat(100_000)])(
  'a stored text that is not valid is ignored',
  (text) => {
    for (const key of keys)
      expect(createKitStorage(storageWith({ [key]: text })).get(key)).toBeUndefined()
  },
)

test('the storage is read on first use, and its version is checked once', () => {
  const requestedKeys: string[] = []
  const raw = storageWith({})
  const storage = createKitStorage({
    ...raw,
    getItem: (key) => (requestedKeys.push(key), raw.getItem(key)),
  })
  expect(requestedKeys).toEqual([])
  storage.get('recent-connector')
  storage.get('recent-connector')
  expect(requestedKeys).toEqual(
    ['version', 'recent-connector', 'recent-connector'].map((key) => `@latchkey/${key}`),
  )
})

test('the version 1 is stored below the prefix of the kit', () => {
  const raw = memoryStorage()
  createKitStorage(raw).set('recent-connector', 'a')
  expect(raw.getItem('@latchkey/version')).toBe('1')
  expect(raw.getItem('@latchkey/recent-connector')).toBe('"a"')
})

test.each(['0', '2', '"1"', 'x', null])(
  'values stored by the version %j are removed',
  (version) => {
    const raw = storageWith(
      Object.fromEntries(keys.map((key) => [key, JSON.stringify(values[key].good)])),
    )
    raw.setItem('somebody-else', 'stays')
    if (version === null) raw.removeItem('@latchkey/version')
    else raw.setItem('@latchkey/version', version)
    const storage = createKitStorage(raw)
    for (const key of keys) expect(storage.get(key)).toBeUndefined()
    expect(storage.get('version')).toBe(1)
    expect(raw.getItem('somebody-else')).toBe('stays')
  },
)

test('all stored values are removed when the version changes', () => {
  const names = Object.keys(storedKeys)
  const raw = storageWith(Object.fromEntries(names.map((name) => [name, '"a"'])))
  raw.setItem('@latchkey/version', '0')
  createKitStorage(raw).get('recent-connector')
  expect(names.filter((name) => raw.getItem(`@latchkey/${name}`) !== null)).toEqual(['version'])
})

test('`forgetStored` removes only the account data', () => {
  const raw = storageWith(
    Object.fromEntries(
      Object.keys(storedKeys)
        .filter((name) => name !== 'version')
        .map((name) => [name, '"a"']),
    ),
  )
  forgetStored(createKitStorage(raw).raw)
  const gone = Object.keys(storedKeys).filter((name) => raw.getItem(`@latchkey/${name}`) === null)
  expect(gone).toEqual([
    'last-account',
    'balance-cache',
    'identity-cache',
    'pending-transactions',
    'call-batches',
    'onramp-orders',
    'recent-recipients',
    'embedded',
    'smart-account-networks',
    'begun-swap',
    'declined-sign-ins',
  ])
})

test('each layout of a stored value has its own key', () => {
  expect([keyName('currency'), keyName('currency', 2)]).toEqual([
    '@latchkey/currency',
    '@latchkey/currency.2',
  ])
  expect(new Set(Object.keys(storedKeys).map((name) => keyName(name as StoredKey))).size).toBe(
    Object.keys(storedKeys).length,
  ) // the names are the keys of `storedKeys`
})

test('values stored by the same version are kept', () => {
  expect(createKitStorage(storageWith({ 'recent-connector': '"a"' })).get('recent-connector')).toBe(
    'a',
  )
})

const forbidden = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('if the storage throws, values are kept in memory', () => {
  const storage = createKitStorage({
    getItem: forbidden,
    setItem: forbidden,
    removeItem: forbidden,
  })
  expect(storage.get('recent-connector')).toBeUndefined()
  storage.set('recent-connector', 'a')
  expect(storage.get('recent-connector')).toBe('a')
  storage.remove('recent-connector')
  expect(storage.get('recent-connector')).toBeUndefined()
})

test('if the storage is full, it keeps the old value, and the new value is kept in memory', () => {
  const raw = storageWith({ 'recent-connector': '"old"' })
  let isFull = true
  const full: RawStorage = {
    ...raw,
    setItem: (key, value) => {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError')
      raw.setItem(key, value)
    },
  }
  const storage = createKitStorage(full)
  storage.set('recent-connector', 'new')
  expect(storage.get('recent-connector')).toBe('new')
  expect(storage.raw.getItem('@latchkey/recent-connector')).toBe('"new"')
  isFull = false
  storage.set('recent-connector', 'newer')
  expect(storage.get('recent-connector')).toBe('newer')
  expect(raw.getItem('@latchkey/recent-connector')).toBe('"newer"')
})

test('an invalid answer of the storage is ignored', () => {
  const invalid = {
    getItem: () => undefined,
    setItem() {},
    removeItem() {},
  } as unknown as RawStorage // a site without types may pass such a storage
  expect(createKitStorage(invalid).get('recent-connector')).toBeUndefined()
})

test('without an accessible localStorage, values are stored in memory', () => {
  withLocalStorage(undefined, () => expect(defaultStorage().getItem('a')).toBeNull())
  withLocalStorage(forbidden, () => {
    const storage = defaultStorage()
    storage.setItem('a', '1')
    expect(storage.getItem('a')).toBe('1')
  })
})

test('`localStorage` is the default', () => {
  const local = memoryStorage()
  withLocalStorage(
    () => local,
    () => expect(defaultStorage()).toBe(local),
  )
})

/** Calls `run` while `globalThis.localStorage` has this getter. */
function withLocalStorage(get: (() => RawStorage) | undefined, run: () => void): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  try {
    run()
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
}
