import { expect, test } from 'vitest'
import { createStore } from './createStore.ts'
import { openPglite } from './openPglite.ts'

test('says what is wrong while its database cannot be opened, and nothing once it is', async () => {
  let isThere = false
  const store = createStore(async () => (isThere ? openPglite() : Promise.reject(new Error('secret'))))
  expect(await store.fault()).toBeUndefined()
  await expect(store.open()).rejects.toThrow()
  expect(await store.fault()).toBe('The database cannot be opened')
  isThere = true
  const database = await store.open()
  expect(await store.fault()).toBeUndefined()
  await database.close()
})

test('a database that says nothing of itself does not answer', async () => {
  const store = createStore(async () => ({ ...(await openPglite()), fault: () => new Promise(() => {}) }))
  const database = await store.open()
  expect(await store.fault()).toBe('The database does not answer')
  await database.close()
})
