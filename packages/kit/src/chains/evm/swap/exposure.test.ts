import { expect, test } from 'vitest'
import type { Chain } from '../provider/chain.ts'
import { contractsOf } from './exposure.ts'

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
/** A node that knows no access lists. */
const chain = { ask: () => Promise.reject(new Error('unknown method')) } as unknown as Chain // only asked
const addressOf = (index: number) => (index + 0x1234_5678_9abc).toString(16).padStart(40, '9')
const dataOf = (count: number) => `0x12345678${Array.from({ length: count }, (_, index) => addressOf(index).padStart(64, '0')).join('')}` as const

test('a transaction’s contracts are those that it calls and names', async () => {
  expect(await contractsOf(chain, account, { to, value: 0n, data: dataOf(20) }, [])).toEqual(expect.arrayContaining([to, ...Array.from({ length: 20 }, (_, index) => `0x${addressOf(index)}`)]))
})

test('small numbers before packed addresses are not taken for dozens of contracts', async () => {
  const path = `${'0'.repeat(62)}2b${addressOf(1)}000bb8${addressOf(2)}`
  const found = await contractsOf(chain, account, { to, value: 0n, data: `0x12345678${path.repeat(4)}` }, [])
  expect(found?.length).toBeLessThan(12)
})

test('more contracts than are looked at are not taken for all of them: the one with an allowance could stand behind the others', async () => {
  for (const count of [40, 41, 200]) expect(await contractsOf(chain, account, { to, value: 0n, data: dataOf(count) }, [])).toBeUndefined()
})
