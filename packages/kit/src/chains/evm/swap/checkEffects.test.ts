import fc from 'fast-check'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { transferTopic, word } from '../provider/quantity.ts'
import { checkEffects } from './checkEffects.ts'
import type { Bounds, Effects } from './checkEffects.ts'

const networkId = formatNetworkId('eip155', 31_337)
const [account, spender, thief, given, got, other] = ['a', 'b', 'c', '1', '2', '3'].map(
  (digit) => `0x${digit.repeat(40)}`,
) as [string, string, string, string, string, string] // six digits make six addresses
const tokenOf = (address: string) => ({
  id: `${networkId}:${address}`,
  address,
  name: 'Token',
  symbol: 'TKN',
  decimals: 18,
})
const ether = { id: nativeTokenId(networkId), name: 'Ether', symbol: 'ETH', decimals: 18 }
const bounds: Bounds = {
  order: { networkId, account, from: tokenOf(given), to: tokenOf(got), amount: 100n },
  minimum: 50n,
  spender,
}
const held = [7n, 9n]

/** The effects of a simulated swap that matches its offer, with these changes. */
function effectsOf({
  before = {},
  after = {},
  allowance = {},
  logs = [],
}: {
  before?: Partial<Effects['before']>
  after?: Partial<Effects['after']>
  allowance?: Partial<Effects['allowance']>
  logs?: Effects['logs']
} = {}): Effects {
  return {
    before: { from: 1_000n, to: 5n, native: 10n, otherBalances: held, ...before },
    after: { from: 900n, to: 56n, native: 10n, otherBalances: held, ...after },
    allowance: { before: 0n, after: 0n, ...allowance },
    logs,
  }
}
const check = (effects: Effects, other: Partial<Bounds> = {}) => {
  try {
    return checkEffects(effects, { ...bounds, ...other })
  } catch (error) {
    return KitError.is(error) ? `${error.code} ${error.details ?? ''}`.trim() : error
  }
}
const log = (
  address: string,
  topic: string,
  first: string,
  second: string,
  data = `0x${word(1n)}`,
) => ({ address, topics: [topic, `0x${word(first)}`, `0x${word(second)}`], data })
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const multiTransferTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const permit2Topics = {
  approval: toEventSelector('Approval(address,address,address,uint160,uint48)'),
  permit: toEventSelector('Permit(address,address,address,uint160,uint48,uint48)'),
}
const operatorTopics = {
  erc777: toEventSelector('AuthorizedOperator(address,address)'),
  erc6909: toEventSelector('OperatorSet(address,address,bool)'),
}
const erc6909Topic = toEventSelector('Approval(address,address,uint256,uint256)')
const permit2Log = (topic: string, token: string, to: string, amount: bigint) => ({
  address: permit2,
  topics: [topic, `0x${word(account)}`, `0x${word(token)}`, `0x${word(to)}`],
  data: `0x${word(amount)}${word(2_000_000_000n)}${topic === permit2Topics.permit ? word(0n) : ''}`,
})

test('a swap passes the check if at most the amount leaves and at least the minimum arrives', () => {
  expect(check(effectsOf())).toBe(51n)
  expect(check(effectsOf({ after: { to: 55n } }))).toBe(50n)
  expect(check(effectsOf({ after: { from: 950n } }))).toBe(51n)
})

test.for([
  [
    'one unit above the amount leaves',
    effectsOf({ after: { from: 899n } }),
    'swapRefused It takes more than the amount.',
  ],
  [
    'ether leaves beside two tokens',
    effectsOf({ after: { native: 9n } }),
    'swapRefused It takes some of the network’s own token.',
  ],
  [
    'one unit of another held token leaves',
    effectsOf({ after: { otherBalances: [7n, 8n] } }),
    'swapRefused It takes another token.',
  ],
  [
    'a transfer of an unchecked token',
    effectsOf({ logs: [log(other, transferTopic, account, thief)] }),
    'swapRefused It moves another token.',
  ],
  [
    'a token of ERC-1155',
    effectsOf({ logs: [log(other, multiTransferTopic, spender, account)] }),
    'swapRefused It moves another token.',
  ],
  [
    'an allowance that stays greater than the amount',
    effectsOf({ allowance: { after: 101n } }),
    'swapRefused It allows more than the amount.',
  ],
  [
    'an allowance for another contract',
    effectsOf({ logs: [log(given, approvalTopic, account, thief)] }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'an allowance of another token',
    effectsOf({ logs: [log(other, approvalTopic, account, spender)] }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'an NFT whose id is in a topic',
    effectsOf({
      logs: [
        {
          address: other,
          topics: [approvalTopic, `0x${word(account)}`, `0x${word(thief)}`, `0x${word(7n)}`],
          data: '0x',
        },
      ],
    }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'the NFT with the id 0',
    effectsOf({
      logs: [
        {
          address: other,
          topics: [approvalTopic, `0x${word(account)}`, `0x${word(thief)}`, `0x${word(0n)}`],
          data: '0x',
        },
      ],
    }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'a whole collection',
    effectsOf({ logs: [log(other, approvalForAllTopic, account, thief)] }),
    'swapRefused It allows all tokens of a collection.',
  ],
  [
    'an allowance of Permit2 for another contract',
    effectsOf({ logs: [permit2Log(permit2Topics.approval, given, thief, 1n)] }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'an allowance of Permit2 by a signature',
    effectsOf({ logs: [permit2Log(permit2Topics.permit, given, thief, 1n)] }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'an allowance of Permit2 of another token',
    effectsOf({ logs: [permit2Log(permit2Topics.approval, other, spender, 1n)] }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'an allowance of Permit2 above the amount',
    effectsOf({ logs: [permit2Log(permit2Topics.approval, given, spender, 101n)] }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'an operator of ERC-777',
    effectsOf({
      logs: [
        {
          address: other,
          topics: [operatorTopics.erc777, `0x${word(thief)}`, `0x${word(account)}`],
          data: '0x',
        },
      ],
    }),
    'swapRefused It allows all tokens of a collection.',
  ],
  [
    'an operator of ERC-6909',
    effectsOf({ logs: [log(other, operatorTopics.erc6909, account, thief)] }),
    'swapRefused It allows all tokens of a collection.',
  ],
  [
    'an allowance of ERC-6909',
    effectsOf({
      logs: [
        {
          address: other,
          topics: [erc6909Topic, `0x${word(account)}`, `0x${word(thief)}`, `0x${word(7n)}`],
          data: `0x${word(1n)}`,
        },
      ],
    }),
    'swapRefused It allows another contract, or another token.',
  ],
  [
    'less than half of the minimum arrives',
    effectsOf({ after: { to: 29n } }),
    'swapRefused Less than half of the least arrives.',
  ],
  [
    'nothing arrives, with a minimum of 0',
    effectsOf({ after: { to: 5n } }),
    'swapRefused Less than half of the least arrives.',
  ],
  ['one unit below the minimum arrives', effectsOf({ after: { to: 54n } }), 'priceMoved'],
] as const)('the check of a swap fails: %s', ([name, effects, outcome]) => {
  expect(check(effects, name.startsWith('nothing') ? { minimum: 0n } : {})).toBe(outcome)
})

test('an earlier allowance, a revoked allowance and transfers of other accounts pass the check', () => {
  expect(check(effectsOf({ allowance: { before: 500n, after: 400n } }))).toBe(51n)
  expect(
    check(
      effectsOf({
        logs: [
          log(other, approvalTopic, account, thief, `0x${word(0n)}`),
          log(given, approvalTopic, account, spender),
          {
            address: other,
            topics: [approvalTopic, `0x${word(account)}`, `0x${word(0n)}`, `0x${word(7n)}`],
            data: '0x',
          },
          permit2Log(permit2Topics.approval, given, thief, 0n),
          permit2Log(permit2Topics.permit, given, spender, 100n),
          log(other, approvalForAllTopic, account, thief, `0x${word(0n)}`),
          log(other, transferTopic, thief, account),
          log(other, transferTopic, spender, thief),
        ],
      }),
    ),
  ).toBe(51n)
})

test('ether that the order pays or buys counts as part of the order', () => {
  const ofEther = { order: { ...bounds.order, from: ether } }
  expect(
    check(
      effectsOf({ before: { from: 10n, native: 10n }, after: { from: 0n, native: 0n } }),
      ofEther,
    ),
  ).toBe(51n)
  expect(check(effectsOf({ before: { from: 1_000n }, after: { from: 899n } }), ofEther)).toBe(
    'swapRefused It takes more than the amount.',
  )
})

test('a swap that passes the check takes at most the amount and nothing else, and brings the minimum', () => {
  const sum = fc.bigInt({ min: 0n, max: 300n })
  const holdings = fc.record({ from: sum, to: sum, native: sum, otherBalances: fc.tuple(sum, sum) })
  fc.assert(
    fc.property(
      holdings,
      holdings,
      fc.record({ before: sum, after: sum }),
      sum,
      (before, after, allowance, minimum) => {
        const arrives = check({ before, after, allowance, logs: [] }, { minimum })
        if (typeof arrives !== 'bigint') return
        expect(arrives).toBe(after.to - before.to)
        expect(
          arrives > 0n &&
            arrives >= minimum &&
            before.from - after.from <= bounds.order.amount &&
            after.native >= before.native,
        ).toBe(true)
        expect(
          after.otherBalances.every((amount, at) => amount >= (before.otherBalances[at] ?? 0n)),
        ).toBe(true)
        expect(allowance.after <= allowance.before || allowance.after <= bounds.order.amount).toBe(
          true,
        )
      },
    ),
    { numRuns: 2_000 },
  )
})
