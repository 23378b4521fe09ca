import { expect, test } from 'vitest'
import { isNftLure, isImitation, isLure, isUnwanted } from './spam.ts'

test.each([
  'Visit rewards.example.invalid',
  'https://a.example',
  'www.a',
  't.me/x',
  'Claim your reward',
  '$1000 AIRDROP',
  'USDC-Voucher',
  'награда.рф',
  'Uniswap Bonus',
])('the name %s is a lure', (name) => {
  expect(isLure('Token', name)).toBe(true)
})

test.each([
  'USD Coin',
  'Harbour Lights',
  'Wrapped Ether v2',
  'St. Mary',
  'U.S. Dollar',
  'Visitor',
  'Rewardless',
  'A.I',
  'Dai',
])('the name %s is not a lure', (name) => {
  expect(isLure(name, name)).toBe(false)
})

test('the name of an NFT may be a domain name, but a name with a promise or a link is a lure', () => {
  expect(isNftLure('alice.eth')).toBe(false)
  expect(isNftLure('5,000 USDC reward')).toBe(true)
  expect(isNftLure('see https://a.example')).toBe(true)
})

test.each(['USDC', 'usdc', 'U S D C', 'USDС', 'ΕTH', '$USDC!', 'ＵＳＤＣ'])(
  'the symbol %s imitates USDC',
  (symbol) => {
    expect(isImitation(symbol, ['ETH', 'USDC'])).toBe(true)
  },
)

test.each(['USDT', 'USDC2', 'METH', 'Ж'])(
  'the symbol %s does not imitate a listed token',
  (symbol) => {
    expect(isImitation(symbol, ['ETH', 'USDC'])).toBe(false)
  },
)

test('a token that another account sends to ten accounts at once, or in an amount of zero, is unwanted, unless the account itself sends it', () => {
  const [me, other, token] = ['0x01', '0x02', '0x03'] as const
  const among = (receivers: number) => new Map([[token, receivers]])
  expect(isUnwanted(me, { sender: other }, { token, amount: 1n }, among(10))).toBe(true)
  expect(isUnwanted(me, { sender: other }, { token, amount: 1n }, among(9))).toBe(false)
  expect(isUnwanted(me, { sender: other }, { token, amount: 1n })).toBe(false)
  expect(isUnwanted(me, { sender: other }, { token, amount: 0n }, among(1))).toBe(true)
  expect(isUnwanted(me, { sender: me }, { token, amount: 0n }, among(10))).toBe(false)
})
