import * as counts from '@latchkey/protocol/counts'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { beforeEach, expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { rememberedPending, withTransaction } from './pendingTransactions.ts'
import type { PendingTransaction } from './pendingTransactions.ts'

const transaction: PendingTransaction = {
  hash: `0x${'a'.repeat(64)}`,
  networkId: formatNetworkId('eip155', 1),
  address: `0x${'b'.repeat(40)}`,
  sentAt: 1_767_225_600_000,
  status: 'pending',
}
const description = {
  operationType: 'send',
  sentTo: transaction.address,
  transfers: [{ direction: 'out', symbol: 'ETH', quantity: '0.5' }],
}

beforeEach(() => void startTestPage())

/**
 * Stores this content as the pending transactions. Returns the transactions that a kit reads from
 * it.
 */
function read(content: unknown, options: Parameters<typeof startTestKit>[0] = {}) {
  const { kit, storage } = startTestKit(options)
  storage.setItem(
    '@latchkey/pending-transactions',
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  return rememberedPending(kit)
}

test('stored transactions are read as written', () => {
  const full = {
    ...transaction,
    nonce: 7,
    replacedBy: `0x${'c'.repeat(64)}`,
    blockTime: 1,
    endedAt: 2,
    status: 'replaced',
    description,
  }
  const reported = { ...transaction, status: 'mined', isTold: true }
  const changed = { ...transaction, status: 'changed', asked: 'AQID+/==' }
  expect(read([full, changed, reported, transaction])).toEqual([
    full,
    changed,
    reported,
    transaction,
  ])
  for (const text of ['', 'a b', 7, 'a'.repeat(5_000), { toString: () => 'a' }])
    expect(read([{ ...transaction, asked: text }])).toEqual([transaction])
})

test.each([
  ['text that is not JSON', '{'],
  ['an object instead of a list', { 0: transaction }],
  ['nothing', 'null'],
  ['a list of anything', [null, 1, 'a', [], {}]],
  ['a hash that is markup', [{ ...transaction, hash: '<img src=x>' }]],
  ['a very long hash', [{ ...transaction, hash: '0x'.padEnd(10_000, 'a') }]],
  ['an address with a path', [{ ...transaction, address: '../../../admin' }]],
  ['a network of three parts', [{ ...transaction, networkId: 'eip155:1:0x' }]],
  ['a status of another version', [{ ...transaction, status: 'finalized' }]],
  ['an invalid time', [{ ...transaction, sentAt: '2026' }]],
  ['an impossible time', [{ ...transaction, sentAt: 1e300 }]],
])('%s in the storage gives no transactions', (_, content) => {
  expect(read(content)).toEqual([])
})

test.each([
  ['a nonce below zero', { nonce: -1 }],
  ['a nonce that is no integer', { nonce: 0.5 }],
  ['a replacement that is a link', { replacedBy: 'javascript:alert(1)' }],
  ['a description of an unknown kind', { description: { ...description, operationType: 'steal' } }],
  ['a description that is text', { description: 'sent' }],
])('%s is removed from a stored transaction', (_, part) => {
  expect(read([{ ...transaction, ...part }])).toEqual([transaction])
})

test('invalid parts of a description are removed', () => {
  const transfers = [
    { direction: 'out', symbol: 'x'.repeat(10_000), quantity: '1' },
    { direction: 'in', symbol: '\u202eCD\u200bSU', quantity: '1' },
    { direction: 'in', symbol: 'A', quantity: '1e9' },
    { direction: 'sideways', symbol: 'A', quantity: '1' },
    { direction: 'in', symbol: 'A', quantity: '2', iconUrl: 'javascript:alert(1)' },
  ]
  const [first] = read([
    { ...transaction, description: { operationType: 'trade', sentTo: 1, transfers } },
  ])
  expect(first?.description).toEqual({
    operationType: 'trade',
    transfers: [
      { direction: 'out', symbol: `${'x'.repeat(counts.foreignName - 1)}…`, quantity: '1' },
      { direction: 'in', symbol: 'CDSU', quantity: '1' },
      { direction: 'in', symbol: 'A', quantity: '2' },
    ],
  })
})

test.each([
  ['https://evil.example/x.png', false],
  ['http://api.example/x.png', false],
  ['https://api.example.evil.example/x.png', false],
  ['https://api.example@evil.example/x.png', false],
  ['https://', false],
  ['data:text/html,x', false],
  ['https://api.example/other/x.png', true],
  ['https://site.example/moon.png', true],
  ['data:image/png;base64,AA==', true],
])('a stored picture at %s is kept: %s', (iconUrl, isStored) => {
  const moon = {
    address: `0x${'d'.repeat(40)}`,
    name: 'Moon',
    symbol: 'MOON',
    decimals: 18,
    iconUrl: 'https://site.example/moon.png',
  } as const
  const [transfer] = [{ direction: 'out', symbol: 'A', quantity: '2' }]
  const [first] = read(
    [{ ...transaction, description: { ...description, transfers: [{ ...transfer, iconUrl }] } }],
    { services: { api: 'https://api.example/base' }, tokens: { [transaction.networkId]: [moon] } },
  )
  expect(first?.description?.transfers).toEqual([{ ...transfer, ...(isStored && { iconUrl }) }])
})

test('without an API, pictures are removed', () => {
  const [first] = read([
    {
      ...transaction,
      description: {
        ...description,
        transfers: [
          { direction: 'in', symbol: 'A', quantity: '2', iconUrl: 'https://evil.example/x.png' },
        ],
      },
    },
  ])
  expect(first?.description?.transfers).toEqual([{ direction: 'in', symbol: 'A', quantity: '2' }])
})

test.each([
  ['native', true],
  ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', true],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', true],
  [1, false],
  ['', false],
  ['a b', false],
  ['x'.repeat(129), false],
  [null, false],
])('a stored token %j is kept: %s', (token, isStored) => {
  const transfer = { direction: 'out', symbol: 'USDC', quantity: '2' }
  const [first] = read([
    { ...transaction, description: { ...description, transfers: [{ ...transfer, token }] } },
  ])
  expect(first?.description?.transfers).toEqual([{ ...transfer, ...(isStored && { token }) }])
})

test('at most 99 transactions are stored: the oldest ended one is removed first, then the oldest', () => {
  const numbered = (index: number, status: PendingTransaction['status'] = 'pending') => ({
    ...transaction,
    hash: `0x${index}`,
    status,
  })
  const full = Array.from({ length: counts.pendingTransactions }, (_, index) =>
    numbered(index, index === 40 || index === 50 ? 'mined' : 'pending'),
  )
  const hashes = (list: readonly PendingTransaction[]) => list.map(({ hash }) => hash)
  const once = withTransaction(full, numbered(100))
  expect(once).toHaveLength(99)
  expect(once[0]).toEqual(numbered(100))
  expect(hashes(once)).not.toContain('0x50')
  expect(hashes(once)).toContain('0x40')
  const often = withTransaction(withTransaction(once, numbered(101)), numbered(102))
  expect(often).toHaveLength(99)
  expect(hashes(often)).not.toContain('0x40')
  expect(hashes(often)).not.toContain('0x98')
})

test('a stored list of more than 99 transactions is cut', () => {
  expect(
    read(Array.from({ length: 5_000 }, (_, index) => ({ ...transaction, hash: `0x${index}` }))),
  ).toHaveLength(counts.pendingTransactions)
})
