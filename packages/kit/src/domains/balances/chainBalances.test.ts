import { formatAccountId, formatNetworkId, parseAccountId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { callIn, startTestNode, wordOf } from '../../chains/evm/startTestNode.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { chainBalances } from './chainBalances.lazy.ts'
import { getBalances } from './getBalances.lazy.ts'
import { nativeBalanceOf } from './nativeBalanceOf.ts'

beforeEach(() => void startTestPage())

const accountId = formatAccountId(
  formatNetworkId('eip155', 31_337),
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
)
const tokenAt = (index: number) => ({
  address: `0x${String(index).repeat(40)}`,
  name: `Token ${index}`,
  symbol: `T${index}`,
  decimals: 6,
})
const tokens = { 'eip155:31337': [1, 2, 3, 4].map(tokenAt) }
const revert = (): never => {
  throw new Error('no')
}

/**
 * A kit whose site lists four tokens. `answerOf` returns what the node answers to the request for a
 * token's balance.
 */
const start = (answerOf: (index: number) => unknown, ether = '0xde0b6b3a7640000') =>
  startTestNode(
    (request) => {
      if (request.method === 'eth_getBalance') return ether
      const { to } = callIn(request)
      return to === '' ? undefined : answerOf(Number(to[2]))
    },
    { tokens },
  )

test.each([
  ['a token without a contract', () => '0x'],
  ['a token that reverts', revert],
  ['a token that answers invalid hex', () => '0xzz'],
  ['a token that answers too many bytes', () => `0x${'1'.repeat(200)}`],
])('beside %s, the ether and the other tokens are listed', async (_, dead) => {
  const { kit } = await start((index) => (index === 2 ? dead() : wordOf(5_000_000n)))
  let isPartial = false
  const balances = await getBalances(kit, { accountId, onPartial: () => (isPartial = true) })
  expect(balances.map(({ symbol, quantity }) => `${quantity} ${symbol}`)).toEqual([
    '1 ETH',
    '5 T1',
    '5 T3',
    '5 T4',
  ])
  expect(isPartial).toBe(true)
})

test('all tokens except the unreadable ones are listed', async () => {
  let dead: readonly number[] = []
  const { kit } = await start((index) =>
    dead.includes(index) ? '0x' : wordOf(BigInt(index) * 1_000_000n),
  )
  await fc.assert(
    fc.asyncProperty(fc.subarray([1, 2, 3, 4]), async (chosen) => {
      dead = chosen
      const { balances, isPartial } = await chainBalances(kit, parseAccountId(accountId))
      expect(balances.slice(1).map(({ symbol }) => symbol)).toEqual(
        [1, 2, 3, 4].filter((index) => !dead.includes(index)).map((index) => `T${index}`),
      )
      expect(isPartial).toBe(dead.length > 0)
    }),
    { numRuns: 16 },
  )
})

test('an account without ether has a balance of zero, even beside an unreadable token', async () => {
  const { kit } = await start(revert, '0x0')
  kit.store.setState({ partialBalances: accountId })
  expect(nativeBalanceOf(kit, accountId, await getBalances(kit, { accountId }))).toMatchObject({
    symbol: 'ETH',
    quantity: '0',
  })
})

test('if the node does not report the ether, getBalances fails', async () => {
  const { kit } = await startTestNode(
    ({ method }) => (method === 'eth_getBalance' ? revert() : wordOf(5n)),
    { tokens },
  )
  expect(await reasonOf(getBalances(kit, { accountId }))).toMatchObject({
    code: 'tokenBalanceUnavailable',
  })
})
