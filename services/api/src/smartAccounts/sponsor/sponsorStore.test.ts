import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '../../db/openDatabase.ts'
import type { Hex } from '../operationChain.ts'
import { findByHash, listOver, maxHashes, reserve, settle } from './sponsorStore.ts'

let database: Database
beforeAll(async () => void (database = await openDatabase('memory')), 60_000)
afterAll(() => database.close())

const networkId = 'eip155:1'
const account: Hex = `0x${'a1'.repeat(20)}`
const hashOf = (index: number): Hex => `0x${index.toString(16).padStart(64, '0')}`
const sign = (index: number, { cost = 10n, nonce = 0n } = {}) =>
  reserve(database.queries, {
    ...{ networkId, project: 'shop', account, nonce, day: 1, cost, fromBlock: 5, validUntil: 100 },
    ...{ hash: hashOf(index), perDay: 100n, accountPerDay: 50n },
  })

test('variants of an operation that strangers ask for do not block it, and the highest cost stays reserved', async () => {
  expect(await sign(0, { cost: 40n })).toBe('reserved')
  for (let index = 1; index <= 2 * maxHashes; index++) expect(await sign(index)).toBe('reserved')
  const [stored, ...others] = await listOver(database.queries, networkId, 101, 10)
  expect(others).toEqual([])
  expect(stored).toMatchObject({ cost: 40n, fromBlock: 5, isSettled: false })
  expect(stored?.hashes).toHaveLength(maxHashes)
  expect(await findByHash(database.queries, networkId, hashOf(0))).toBeUndefined()
  expect(await findByHash(database.queries, networkId, hashOf(2 * maxHashes))).toBeDefined()
  // the forgotten one may have been used, so its cost counts until it is settled
  expect(await sign(100, { cost: 11n, nonce: 1n })).toBe('accountPerDay')
  if (stored) await settle(database.queries, stored, 30n)
  expect(await sign(100, { cost: 11n, nonce: 1n })).toBe('reserved')
  expect(await sign(101, { cost: 10n, nonce: 2n })).toBe('accountPerDay')
})
