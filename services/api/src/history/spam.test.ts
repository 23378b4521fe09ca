import { expect, test } from 'vitest'
import type { AccountTransaction, Transfer } from '../chainIndex/chainIndex.ts'
import { isBait, isImitation, isLure, isUnasked } from './spam.ts'

test.each(['Visit rewards.example.invalid', 'https://a.example', 'www.a', 't.me/x', 'Claim your reward', '$1000 AIRDROP', 'USDC-Voucher', 'награда.рф', 'Uniswap Bonus'])('%s lures', (name) => {
  expect(isLure('Token', name)).toBe(true)
})

test.each(['USD Coin', 'Harbour Lights', 'Wrapped Ether v2', 'St. Mary', 'U.S. Dollar', 'Visitor', 'Rewardless', 'A.I', 'Dai'])('%s does not', (name) => {
  expect(isLure(name, name)).toBe(false)
})

test('an NFT may be a domain name, and may not promise anything', () => {
  expect(isBait('alice.eth')).toBe(false)
  expect(isBait('5,000 USDC reward')).toBe(true)
  expect(isBait('see https://a.example')).toBe(true)
})

test.each(['USDC', 'usdc', 'U S D C', 'USDС', 'ΕTH', '$USDC!', 'ＵＳＤＣ'])('%s imitates', (symbol) => {
  expect(isImitation(symbol, ['ETH', 'USDC'])).toBe(true)
})

test.each(['USDT', 'USDC2', 'METH', 'Ж'])('%s does not', (symbol) => {
  expect(isImitation(symbol, ['ETH', 'USDC'])).toBe(false)
})

test('what somebody hands out to ten at once, or moves none of, came unasked; what the account itself does, did not', () => {
  const [me, other, token] = ['0x01', '0x02', '0x03'] as const
  const transaction = (sender: typeof me | typeof other, receivers: number) => ({ sender, recipients: new Map([[token, receivers]]) }) as unknown as AccountTransaction // all that is looked at
  const transfer = (amount: bigint) => ({ token, amount }) as unknown as Transfer // same
  expect(isUnasked(me, transaction(other, 10), transfer(1n))).toBe(true)
  expect(isUnasked(me, transaction(other, 9), transfer(1n))).toBe(false)
  expect(isUnasked(me, transaction(other, 1), transfer(0n))).toBe(true)
  expect(isUnasked(me, transaction(me, 10), transfer(0n))).toBe(false)
})
