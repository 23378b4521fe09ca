import { expect, test } from 'vitest'
import type { Chain } from '../provider/chain.ts'
import { contractsOf } from './exposure.ts'
import type { InspectedCall } from './exposure.ts'
import type { BlockContext } from './blockContext.ts'

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
type AccessListAnswer = { accessList?: readonly { address: string }[]; error?: string } | undefined
/** A node that answers eth_createAccessList. Without an answer, it lacks the method. */
const nodeWith = (
  answer: (request: { gas: string; maxFeePerGas: string }, block: string) => AccessListAnswer,
) =>
  ({
    request: async (_: string, [request, block]: [never, string]) =>
      answer(request, block) ?? Promise.reject(new Error('unknown method')),
  }) as unknown as Chain // the code under test uses only `request`
const chain = nodeWith(() => ({ accessList: [] }))
const addressOf = (index: number) => (index + 0x1234_5678_9abc).toString(16).padStart(40, '9')
const dataOf = (count: number) =>
  `0x12345678${Array.from({ length: count }, (_, index) => addressOf(index).padStart(64, '0')).join('')}` as const
const blockContext: BlockContext = {
  block: {},
  price: { maxFeePerGas: '0x7', maxPriorityFeePerGas: '0x1' },
  native: 0n,
  observer: '',
  probe: '',
}
const inspected = (count: number): InspectedCall => ({
  call: { to, value: 0n, data: dataOf(count) },
  gas: 90n,
  isStandalone: true,
  logs: [],
  blockContext,
})

test('contractsOf returns the contracts that a transaction calls and the contracts in its data', async () => {
  expect(await contractsOf(chain, account, inspected(20))).toEqual(
    expect.arrayContaining([
      to,
      ...Array.from({ length: 20 }, (_, index) => `0x${addressOf(index)}`),
    ]),
  )
})

test('small numbers before packed addresses are not counted as contracts', async () => {
  const path = `${'0'.repeat(62)}2b${addressOf(1)}000bb8${addressOf(2)}`
  const found = await contractsOf(chain, account, {
    ...inspected(0),
    call: { to, value: 0n, data: `0x12345678${path.repeat(4)}` },
  })
  expect(found?.length).toBeLessThan(12)
})

test('if there are too many contracts to inspect, the result is unknown', async () => {
  for (const count of [40, 41, 200])
    expect(await contractsOf(chain, account, inspected(count))).toBeUndefined()
})

test('the access list is requested with the gas and the price, for the pending block or else the latest block', async () => {
  const helper = `0x${addressOf(7)}`
  for (const known of ['pending', 'latest']) {
    const node = nodeWith(({ gas, maxFeePerGas }, block) =>
      block === known && gas === '0x5a' && maxFeePerGas === '0x7'
        ? { accessList: [{ address: helper }] }
        : undefined,
    )
    expect(await contractsOf(node, account, inspected(0))).toEqual([to, helper])
  }
})

test('without an access list the contracts are unknown, unless an approval must be sent first', async () => {
  for (const answer of [undefined, {}, { accessList: [], error: 'execution reverted' }]) {
    expect(
      await contractsOf(
        nodeWith(() => answer),
        account,
        inspected(1),
      ),
    ).toBeUndefined()
    expect(
      await contractsOf(
        nodeWith(() => answer),
        account,
        { ...inspected(1), isStandalone: false },
      ),
    ).toEqual([to, `0x${addressOf(0)}`])
  }
})
