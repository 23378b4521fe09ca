import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import { decodeCall } from '../decode/decodeCall.ts'
import type { Address } from '../decode/Effect.ts'
import type { Estimate } from './estimate.ts'
import { messages } from './messages.ts'
import { risksOf } from './risksOf.ts'

const [own, token, other] = ['a', '1', '2'].map((digit) => `0x${digit.repeat(40)}` as Address) as [
  Address,
  Address,
  Address,
]
const network: Network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
}
const options = {
  account: own,
  network,
  value: 0n,
  tokens: new Map(),
  words: messages.texts,
  locale: 'en',
}
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function multicall(bytes[])',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function decreaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
])
const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5n] })
/** An estimate in which only the fee leaves the account. */
const quiet: Estimate = {
  costs: [],
  fee: 1n,
  usualFee: 1n,
  balance: 10n ** 18n,
  simulation: { calls: [{ gas: 21_000n, isFine: true }], grants: [], changes: [] },
}
const risks = (transaction: Partial<RequestedTransaction>, cost: Partial<Estimate> = {}) => {
  const whole: RequestedTransaction = { to: token, value: 0n, data: '0x', ...transaction }
  return risksOf({
    transactions: [whole],
    effects: [decodeCall({ ...whole, from: own, networkId: network.networkId })],
    cost: { ...quiet, ...cost },
    options,
  })
}

test('a call that cannot be described is risky, even if its simulation shows no loss', () => {
  expect(risks({ data: '0xdeadbeef' }).isRisky).toBe(true)
  expect(risks({ data: '0x7ff36ab5' }).isRisky).toBe(true) // a well-known name is still a risk
  expect(
    risks({
      data: encodeFunctionData({
        abi,
        functionName: 'multicall',
        args: [[transfer, '0xdeadbeef']],
      }),
    }).isRisky,
  ).toBe(true)
  const { to: _, ...creation } = { to: token, value: 0n, data: '0x6080' } as const
  expect(
    risksOf({
      transactions: [creation],
      effects: [decodeCall({ ...creation, from: own, networkId: network.networkId })],
      cost: quiet,
      options,
    }).isRisky,
  ).toBe(true)
})

test('a payment and a described transfer are not risky', () => {
  expect(risks({ value: 5n }).isRisky).toBe(false)
  expect(risks({ data: transfer }).isRisky).toBe(false)
})

test('a call that takes no payment is risky when the transaction adds one', () => {
  expect(risks({ data: transfer, value: 7n })).toMatchObject({
    isRisky: true,
    additionalPayment: 7n,
  })
})

test('a transaction whose nonce is not the account’s next one is risky', () => {
  expect(risks({ value: 5n, nonce: 7 }, { next: 7n })).toMatchObject({
    isRisky: false,
    otherNumber: undefined,
  })
  expect(risks({ value: 5n, nonce: 9 }, { next: 7n })).toMatchObject({
    isRisky: true,
    otherNumber: { requested: 9, next: 7 },
  })
})

test('an allowance of any amount is risky, and its removal is not', () => {
  for (const amount of [1n, 5_000_000n, 2n ** 256n - 1n])
    for (const functionName of ['approve', 'increaseAllowance'] as const)
      expect(
        risks({ data: encodeFunctionData({ abi, functionName, args: [other, amount] }) }).isRisky,
        functionName,
      ).toBe(true)
  expect(
    risks({ data: encodeFunctionData({ abi, functionName: 'approve', args: [other, 0n] }) })
      .isRisky,
  ).toBe(false)
  expect(
    risks({
      data: encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [other, 5n] }),
    }).isRisky,
  ).toBe(false)
  expect(
    risks({
      data: encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [other, false] }),
    }).isRisky,
  ).toBe(false)
})
