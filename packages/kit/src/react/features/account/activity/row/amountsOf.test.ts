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

test('what left comes first, with three decimals that are cut', () => {
  expect(textsOf('trade', [token('in', '3601.2049', 'USDC'), token('out', '1.5')])).toEqual([
    '-1.500 ETH',
    '+3,601.204 USDC',
  ])
  expect(textsOf('trade', [token('in', '3601.2049', 'USDC'), token('out', '1.5')], 'de')).toEqual([
    '-1,500 ETH',
    '+3.601,204 USDC',
  ])
})

test('an operation with a sign of its own keeps it, and what went to oneself has none', () => {
  expect(textsOf('deposit', [token('out', '5')])).toEqual(['+5.000 ETH'])
  expect(textsOf('send', [token('self', '5')])).toEqual(['5.000 ETH'])
})

test('a symbol from right to left leaves the sign at the head of the amount', () => {
  expect(textsOf('send', [token('out', '1.5', '\u0627\u0628')])).toEqual([
    '-1.500 \u2068\u0627\u0628\u2069',
  ])
})

test('one NFT goes by its name, several by their number, and neither has decimals', () => {
  expect(textsOf('mint', [nft('in', '1')])).toEqual(['+Moon'])
  expect(textsOf('send', [nft('out', '12000')])).toEqual(['-12,000 Moon'])
})

test('what has no name is its amount alone', () => {
  expect(textsOf('receive', [token('in', '2', '')])).toEqual(['+2.000'])
})
