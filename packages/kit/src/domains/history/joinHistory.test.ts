import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { createHistoryJoin, hasGap } from './joinHistory.ts'

const networkId = formatNetworkId('eip155', 1)
const entry = (at: number): HistoryEntry => ({
  id: `api:${at}`,
  hash: `0x${at}`,
  networkId,
  operationType: 'send',
  status: 'confirmed',
  at,
  sentFrom: '0xa',
  transfers: [],
})
const sent = (at: number, more: Partial<PendingTransaction> = {}): PendingTransaction => ({
  hash: `0xf${at}`,
  networkId,
  address: '0xa',
  sentAt: at,
  status: 'pending',
  ...more,
})
const page = (ats: readonly number[], next?: string) => ({
  entries: ats.map(entry),
  ...(next && { next }),
})
const joined = (parts: Partial<Parameters<ReturnType<typeof createHistoryJoin>>[0]>) =>
  createHistoryJoin()({ newest: undefined, pages: [], own: [], ...parts }).map(({ at, status }) =>
    status === 'confirmed' ? at : `${status} ${at}`,
  )

test('pages are joined in order, and a repeated entry appears once', () => {
  expect(joined({ pages: [page([9, 8], 'a'), page([8, 7])] })).toEqual([9, 8, 7])
})

test('entries newer than the first page stand before it', () => {
  expect(joined({ newest: page([11, 10, 9], 'a'), pages: [page([9, 8], 'a'), page([7])] })).toEqual(
    [11, 10, 9, 8, 7],
  )
})

test('pending transactions stand first, the newest on top', () => {
  expect(joined({ pages: [page([9, 8])], own: [sent(5), sent(3)] })).toEqual([
    'pending 5',
    'pending 3',
    9,
    8,
  ])
})

test('a transaction of the kit that the history contains is not listed twice', () => {
  const own = [
    sent(1, { hash: '0X9'.toLowerCase() }),
    sent(2, { hash: '0x8', status: 'mined', blockTime: 8 }),
  ]
  expect(joined({ pages: [page([9, 8])], own })).toEqual([9, 8])
})

test('a finished transaction of the kit is placed at the time of its block, or of its end', () => {
  const own = [
    sent(1, { status: 'mined', blockTime: 8.5 }),
    sent(2, { status: 'failed', blockTime: 7.5 }),
    sent(3, { status: 'dropped', endedAt: 10 }),
    sent(4, { status: 'replaced', endedAt: 6 }),
  ]
  expect(joined({ pages: [page([9, 8, 7])], own })).toEqual([
    'dropped 10',
    9,
    8.5,
    8,
    'failed 7.5',
    7,
    'replaced 6',
  ])
})

test('a finished transaction that is older than the loaded pages is listed only with its page', () => {
  const own = [sent(1, { status: 'mined', blockTime: 3 })]
  expect(joined({ pages: [page([9, 8], 'a')], own })).toEqual([9, 8])
  expect(joined({ pages: [page([9, 8], 'a'), page([2])], own })).toEqual([9, 8, 3, 2])
})

test('a transaction that the wallet changed keeps the status `changed`', () => {
  const own = [
    sent(1, { hash: '0x9', status: 'changed', blockTime: 9 }),
    sent(2, { status: 'changed', blockTime: 8.5 }),
  ]
  expect(joined({ pages: [page([9, 8])], own })).toEqual(['changed 9', 'changed 8.5', 8])
})

test('without a history, only the transactions of the kit are listed', () => {
  const own = [
    sent(9),
    sent(5, { status: 'mined', blockTime: 6 }),
    sent(4, { status: 'cancelled', endedAt: 7 }),
  ]
  expect(joined({ newest: null, pages: [null], own })).toEqual(['pending 9', 'cancelled 7', 6])
  expect(joined({ own })).toEqual(['pending 9', 'cancelled 7', 6])
})

test('a transaction of the kit keeps its description', () => {
  const description = {
    operationType: 'trade',
    sentTo: '0xb',
    transfers: [{ direction: 'out', symbol: 'ETH', quantity: '1' }],
  } as const
  const [first] = createHistoryJoin()({
    newest: null,
    pages: [null],
    own: [sent(1, { nonce: 4, status: 'replaced', replacedBy: '0xc', description })],
  })
  expect(first).toMatchObject({
    id: 'eip155:1:0xf1',
    operationType: 'trade',
    sentFrom: '0xa',
    sentTo: '0xb',
    nonce: 4,
    replacedBy: '0xc',
    transfers: [{ kind: 'token', symbol: 'ETH', quantity: '1' }],
  })
})

test('hasGap is true only if the newest page does not reach the loaded pages', () => {
  const pages = [page([9, 8], 'a')]
  expect(hasGap({ newest: page([20, 19], 'b'), pages })).toBe(true)
  expect(hasGap({ newest: page([10, 9], 'b'), pages })).toBe(false)
  expect(hasGap({ newest: page([20, 19]), pages })).toBe(false)
  expect(hasGap({ newest: page([20], 'b'), pages: [page([])] })).toBe(false)
  expect(hasGap({ newest: null, pages: [null] })).toBe(false)
  expect(hasGap({ newest: undefined, pages })).toBe(false)
})

test('joining an added page reads no earlier page again; other pages start a new join', () => {
  const join = createHistoryJoin()
  const looked: number[] = []
  const watchParameters = (ats: readonly number[]) => {
    const { entries } = page(ats)
    return {
      get entries() {
        return (looked.push(ats[0] ?? 0), entries)
      },
      next: 'more',
    }
  }
  const [newest, first, second, third, other] = [
    page([9, 8], 'a'),
    watchParameters([9, 8]),
    watchParameters([8, 7]),
    watchParameters([6]),
    watchParameters([5]),
  ]
  const timesOf = (
    pages: readonly ReturnType<typeof watchParameters>[],
    own: readonly PendingTransaction[] = [],
  ) => join({ newest, pages, own }).map(({ at }) => at)
  expect(timesOf([first])).toEqual([9, 8])
  expect(timesOf([first, second])).toEqual([9, 8, 7])
  expect(timesOf([first, second, third])).toEqual([9, 8, 7, 6])
  expect(timesOf([first, second, third], [sent(5)])).toEqual([5, 9, 8, 7, 6])
  expect(looked).toEqual([9, 8, 6])
  expect(timesOf([first, other])).toEqual([9, 8, 5])
  expect(timesOf([])).toEqual([9, 8])
})
