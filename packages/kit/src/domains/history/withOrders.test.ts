import { expect, test } from 'vitest'
import type { Order } from '../../core/contracts/order.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { withOrders } from './withOrders.ts'

const networkId = 'eip155:31337' as never // a valid network id
const hash = `0x${'ab'.repeat(32)}`
const order: Order = {
  id: '1',
  provider: { id: 'sandbox', name: 'Sandbox' },
  networkId,
  address: '0xa',
  payment: { amount: '100', currency: 'USD' },
  purchase: { amount: '98', symbol: 'USDC' },
  state: 'paid',
  startedAt: 5,
  updatedAt: 5,
}
const entry: HistoryEntry = {
  id: 'a',
  hash: hash.toUpperCase().replace('X', 'x'),
  networkId,
  operationType: 'receive',
  status: 'confirmed',
  at: 4,
  sentFrom: '0xb',
  transfers: [],
}

test('without paid purchases the list stays the same', () => {
  const entries = [entry]
  expect(withOrders(entries, [])).toBe(entries)
  expect(
    withOrders(entries, [
      { ...order, state: 'waiting' },
      { ...order, state: 'failed' },
      { ...order, state: 'expired' },
    ]),
  ).toBe(entries)
})

test('a paid purchase is the first entry until its transaction arrives; then that entry becomes a `buy`', () => {
  expect(withOrders([entry], [order])).toEqual([
    {
      id: 'order:1',
      order: '1',
      hash: '',
      networkId,
      operationType: 'buy',
      status: 'pending',
      at: 5,
      sentFrom: 'Sandbox',
      sentTo: '0xa',
      transfers: [{ kind: 'token', direction: 'in', symbol: 'USDC', quantity: '98' }],
    },
    entry,
  ])
  expect(withOrders([entry], [{ ...order, state: 'sending', hash }])).toEqual([
    { ...entry, operationType: 'buy' },
  ])
  expect(withOrders([entry], [{ ...order, state: 'done', hash }])).toEqual([
    { ...entry, operationType: 'buy' },
  ])
  // a purchase that has arrived is not added: the API's history will soon have it
  expect(withOrders([], [{ ...order, state: 'done', hash }])).toEqual([])
  expect(
    withOrders([{ ...entry, operationType: 'trade' }], [{ ...order, state: 'done', hash }]),
  ).toEqual([{ ...entry, operationType: 'trade' }])
})
