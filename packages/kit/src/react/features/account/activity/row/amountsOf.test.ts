import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { HistoryEntry, HistoryTransfer } from '../../../../../domains/history/historyEntry.ts'
import { amountsOf } from './amountsOf.ts'

const textsOf = (
  operationType: HistoryEntry['operationType'],
  transfers: readonly HistoryTransfer[],
  locale = 'en',
) =>
  amountsOf(
    {
      id: '1',
      hash: '0x1',
      networkId: formatNetworkId('eip155', 1),
      operationType,
      status: 'confirmed',
      at: 0,
      sentFrom: '0xa',
      transfers,
    },
    locale,
  ).map(({ text }) => text)
const token = (
  direction: HistoryTransfer['direction'],
  quantity: string,
  symbol = 'ETH',
): HistoryTransfer => ({ kind: 'token', direction, symbol, quantity })
const nft = (direction: HistoryTransfer['direction'], quantity: string): HistoryTransfer => ({
  kind: 'nft',
  direction,
  symbol: 'Moon',
  quantity,
})

test('outgoing amounts are listed first, and amounts are cut to three decimals', () => {
  expect(textsOf('trade', [token('in', '3601.2049', 'USDC'), token('out', '1.5')])).toEqual([
    '-1.500 ETH',
    '+3,601.204 USDC',
  ])
  expect(textsOf('trade', [token('in', '3601.2049', 'USDC'), token('out', '1.5')], 'de')).toEqual([
    '-1,500 ETH',
    '+3.601,204 USDC',
  ])
})

test('a deposit has the sign +, and a transfer to oneself has no sign', () => {
  expect(textsOf('deposit', [token('out', '5')])).toEqual(['+5.000 ETH'])
  expect(textsOf('send', [token('self', '5')])).toEqual(['5.000 ETH'])
})

test('with a right-to-left symbol the sign stays before the amount', () => {
  expect(textsOf('send', [token('out', '1.5', '\u0627\u0628')])).toEqual([
    '-1.500 \u2068\u0627\u0628\u2069',
  ])
})

test('one NFT is shown by its name, several NFTs by their number without decimals', () => {
  expect(textsOf('mint', [nft('in', '1')])).toEqual(['+Moon'])
  expect(textsOf('send', [nft('out', '12000')])).toEqual(['-12,000 Moon'])
})

test('a transfer without a symbol is shown by its amount only', () => {
  expect(textsOf('receive', [token('in', '2', '')])).toEqual(['+2.000'])
})
