import { expect, test } from 'vitest'
import { changedDraft, flippedDraft } from './draft.ts'
import { rateOf } from './rate.ts'

const token = (symbol: string, decimals = 18) => ({
  id: `eip155:1:${symbol}`,
  name: symbol,
  symbol,
  decimals,
})
const [ether, dollar] = [token('ETH'), token('USDC', 6)]

test('choosing the token of the other side exchanges both tokens', () => {
  expect(changedDraft({ from: ether, to: dollar, amount: '1' }, { from: dollar })).toMatchObject({
    from: dollar,
    to: ether,
    amount: '',
  })
  expect(changedDraft({ from: ether, to: dollar, amount: '1' }, { to: ether })).toMatchObject({
    from: dollar,
    to: ether,
  })
})

test('a change of the pair clears the provider; a change of the amount does not', () => {
  expect(
    changedDraft({ from: ether, to: dollar, provider: 'pools' }, { amount: '2' }),
  ).toMatchObject({ provider: 'pools', amount: '2' })
  expect(
    changedDraft({ from: ether, to: dollar, provider: 'pools' }, { to: token('DAI') }).provider,
  ).toBeUndefined()
})

test('after a flip the received amount becomes the paid amount', () => {
  expect(flippedDraft({ from: ether, to: dollar, amount: '1' }, '3000')).toEqual({
    from: dollar,
    to: ether,
    amount: '3000',
    provider: undefined,
  })
})

test('a rate is exact for any decimals and for huge amounts', () => {
  expect(
    rateOf({ amount: 10n ** 18n, from: ether, to: dollar }, { arrives: 3_012_400_000n }, 'en'),
  ).toBe('1 ETH = 3,012.4 USDC')
  expect(
    rateOf({ amount: 10n ** 6n, from: dollar, to: ether }, { arrives: 332_000_000_000_000n }, 'en'),
  ).toBe('1 USDC = 0.000332 ETH')
  expect(
    rateOf({ amount: 10n ** 60n, from: ether, to: token('BIG', 0) }, { arrives: 10n ** 45n }, 'en'),
  ).toBe('1 ETH = 1,000 BIG')
})
