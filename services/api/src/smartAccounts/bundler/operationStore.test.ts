import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '../../db/openDatabase.ts'
import type { Hex } from '../operationChain.ts'
import { insertOperation, listWaiting } from './operationStore.ts'

let database: Database
beforeAll(async () => void (database = await openDatabase('memory')), 60_000)
afterAll(() => database.close())

const networkId = 'eip155:1'
const store = async (index: number, fee: bigint, at: number) => {
  const digits = index.toString(16)
  const sender: Hex = `0x${digits.padStart(40, '0')}`
  await insertOperation(
    database.queries,
    {
      hash: `0x${digits.padStart(64, '0')}`,
      networkId,
      project: '',
      sender,
      nonce: 0n,
      fields: { maxFeePerGas: `0x${fee.toString(16)}` },
      authorization: null,
    },
    at,
  )
}

test('operations with too low fees do not keep others waiting, and are listed when they are late', async () => {
  for (let index = 1; index <= 30; index++) await store(index, 0x9ffn, index)
  await store(31, 0x1000n, 31)
  await store(32, 0xa00n, 32)
  const list = async (baseFee: bigint, late = 0) => {
    const found = await listWaiting(database.queries, networkId, { max: 20, baseFee, late })
    return found.map(({ createdAt }) => createdAt)
  }
  expect(await list(0xa00n)).toEqual([31, 32])
  expect(await list(0xa01n)).toEqual([31])
  expect(await list(0x1001n)).toEqual([])
  expect(await list(0xa00n, 3)).toEqual([1, 2, 31, 32])
  expect(await list(0n)).toHaveLength(20)
})
