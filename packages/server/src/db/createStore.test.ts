import { FolderInUseError } from '../lockFolder.ts'
import { FolderError } from '../makeFolder.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deferred } from '../testing/deferred.ts'
import { createStore } from './createStore.ts'
import { DatabaseError, type Database } from './database.ts'
import { openPglite } from './openPglite.ts'
import { migrations } from '../testing/sampleTables.ts'

let database: Database
beforeAll(async () => void (database = await openPglite({ migrations })), 60_000)
afterAll(() => database.close())

test('the store reports a fault while its database cannot be opened, and no fault when the database is open', async () => {
  let isThere = false
  const store = createStore(async () => (isThere ? database : Promise.reject(new Error('secret'))))
  expect(await store.fault()).toBeUndefined()
  await expect(store.open()).rejects.toThrow()
  expect(await store.fault()).toBe('The database cannot be opened')
  isThere = true
  await store.open()
  expect(await store.fault()).toBeUndefined()
})

test('a database that does not report its state counts as not answering', async () => {
  const store = createStore(async () => ({ ...database, fault: () => new Promise(() => {}) }))
  await store.open()
  expect(await store.fault()).toBe('The database does not answer')
})

test('one check of the database serves all callers, and is reused for a short time', async () => {
  let time = 0
  let looks = 0
  let seen = deferred<string | undefined>()
  const fault = () => {
    looks += 1
    return seen.promise
  }
  const store = createStore(
    async () => ({ ...database, fault }),
    () => time,
  )
  await store.open()
  const answers = Array.from({ length: 1_000 }, () => store.fault())
  seen.resolve('full')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['full']))
  time = 199
  expect([await store.fault(), looks]).toEqual(['full', 1])
  seen = deferred()
  seen.resolve(undefined)
  time = 200
  expect([await store.fault(), looks]).toEqual([undefined, 2])
})

test('`held` resolves when the folder is locked or the database does not answer, and rejects when the operator has to fix an error', async () => {
  const opening = deferred()
  const slow = createStore(async (onHeld) => {
    onHeld()
    await opening.promise
    throw new Error('later')
  })
  const opened = slow.open().catch(() => {})
  await slow.held()
  opening.resolve()
  await opened

  for (const error of [new FolderInUseError('in use'), new FolderError('not made')]) {
    const refused = createStore(() => Promise.reject(error))
    await expect(refused.open()).rejects.toBe(error)
    await expect(refused.held()).rejects.toBe(error)
  }
  const away = createStore(() => Promise.reject(new DatabaseError('away')))
  await expect(away.open()).rejects.toThrow('away')
  await away.held()
})
