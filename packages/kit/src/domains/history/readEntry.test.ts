import { formatNetworkId } from '@latchkey/protocol/caip'
import type {
  HistoryEntry as EntryOnWire,
  HistoryTransfer as TransferOnWire,
} from '@latchkey/protocol/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEntry } from './readEntry.ts'

const network = formatNetworkId('eip155', 1)
const entry = (
  transfers?: readonly TransferOnWire[] | null,
  metadata: Partial<EntryOnWire['metadata']> = {},
): EntryOnWire => ({
  id: 'a',
  metadata: {
    operationType: 'receive',
    hash: '0x1',
    minedAt: '2026-01-05T10:00:00Z',
    sentFrom: '0xa',
    sentTo: '0xb',
    status: 'confirmed',
    nonce: 7,
    chain: network,
    ...metadata,
  },
  transfers: transfers && [...transfers],
})

test('an entry is read with its times as numbers and without an empty recipient', () => {
  expect(readEntry(entry([], { sentTo: '' }), network)).toEqual({
    id: 'a',
    hash: '0x1',
    networkId: network,
    operationType: 'receive',
    status: 'confirmed',
    at: Date.UTC(2026, 0, 5, 10),
    sentFrom: '0xa',
    sentTo: undefined,
    nonce: 7,
    transfers: [],
  })
})

test('on a network without nonces, the API’s nonce is dropped', () => {
  expect(
    readEntry(
      entry([], { nonce: 0 }),
      formatNetworkId('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    ),
  ).not.toHaveProperty('nonce')
})

const known = {
  confirmed: ['confirmed', 'success', 'completed', 'ONRAMP_TRANSACTION_STATUS_SUCCESS'],
  failed: ['failed', 'error', 'reverted', 'ONRAMP_TRANSACTION_STATUS_FAILED'],
  pending: ['pending', 'processing', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'],
  replaced: ['replaced'],
  cancelled: ['cancelled', 'canceled'],
  dropped: ['dropped'],
} as const
const statusOf = (status: string) => readEntry(entry([], { status }), network).status

test.each(
  Object.entries(known).flatMap(([meaning, words]) => words.map((word) => [word, meaning])),
)('the status %s means %s in any spelling', (word, meaning) => {
  for (const written of [
    word,
    word.toUpperCase(),
    word.toLowerCase(),
    word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    ` ${word} `,
  ])
    expect(statusOf(written)).toBe(meaning)
})

test('an unknown status word is read as `unclear`', () => {
  for (const word of [
    '',
    ' ',
    'unknown',
    'toString',
    '__proto__',
    'constructor',
    'ONRAMP_TRANSACTION_STATUS_',
    'not confirmed',
    'unsuccessful',
  ])
    expect(statusOf(word)).toBe('unclear')
  const words: readonly string[] = [
    ...Object.values(known).flat(),
    'succeeded',
    'successful',
    'mined',
    'finalized',
    'fail',
    'failure',
    'submitted',
    'queued',
    'unconfirmed',
    'in_progress',
  ]
  fc.assert(
    fc.property(fc.string(), (word) => {
      if (!words.includes(word.trim().toLowerCase())) expect(statusOf(word)).toBe('unclear')
    }),
  )
})

test('long names are cut, unsafe icons are removed, and at most a hundred transfers are kept', () => {
  const strange: TransferOnWire = {
    fungible_info: { symbol: 'x'.repeat(10_000), icon: { url: 'javascript:alert(1)' } },
    direction: 'in',
    quantity: { numeric: '1' },
  }
  const { transfers } = readEntry(entry(Array.from({ length: 500 }, () => strange)), network)
  expect(transfers).toHaveLength(100)
  expect(transfers[0]).toEqual({
    kind: 'token',
    direction: 'in',
    symbol: `${'x'.repeat(63)}…`,
    quantity: '1',
  })
})

test('texts of an API are cleaned, and only icons on safe hosts are kept', () => {
  const from = (url: string) =>
    readEntry(
      entry(
        [
          {
            fungible_info: { symbol: 'US\u202eDC\u200b\u0000', icon: { url } },
            direction: 'in',
            quantity: { numeric: '1' },
          },
        ],
        { sentFrom: '0x\u202ea', sentTo: '\u200b', hash: '0x\u20661' },
      ),
      network,
      'http://127.0.0.1:4100/api',
    )
  expect(from('https://icons.example/a.png')).toMatchObject({
    hash: '0x1',
    sentFrom: '0xa',
    sentTo: undefined,
    transfers: [{ symbol: 'USDC', iconUrl: 'https://icons.example/a.png' }],
  })
  expect(from('http://127.0.0.1:4100/public/getTokenImage/USDC').transfers[0]).toHaveProperty(
    'iconUrl',
  )
  for (const url of [
    'http://icons.example/a.png',
    'http://localhost:4101/a.png',
    'https://169.254.169.254/a.png',
    'https://router/a.png',
  ])
    expect(from(url).transfers[0]).not.toHaveProperty('iconUrl')
})

test('the counterpart of a transfer is its sender or recipient, if that is an address', () => {
  const [one, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
  const counterpartOf = (transfer: Partial<TransferOnWire>) =>
    readEntry(
      entry([
        { direction: 'in', sender: one, recipient: other, quantity: { numeric: '2' }, ...transfer },
      ]),
      network,
    ).transfers[0]?.counterpart
  expect([
    counterpartOf({}),
    counterpartOf({ direction: 'out' }),
    counterpartOf({ direction: 'self' }),
  ]).toEqual([one, other, undefined])
  expect([
    counterpartOf({ sender: null }),
    counterpartOf({ sender: 'javascript:alert(1)' }),
    counterpartOf({ sender: undefined }),
  ]).toEqual([undefined, undefined, undefined])
})

test('a token is named by its symbol or else its name, and an NFT by its name', () => {
  const named = (transfer: Partial<TransferOnWire>) =>
    readEntry(entry([{ direction: 'in', quantity: { numeric: '2' }, ...transfer }]), network)
      .transfers[0]
  expect(named({ fungible_info: { symbol: '', name: 'Ether' } })).toMatchObject({
    kind: 'token',
    symbol: 'Ether',
  })
  expect(
    named({
      nft_info: { name: 'Moon', content: { preview: { url: 'https://example.org/moon.png' } } },
      fungible_info: null,
    }),
  ).toMatchObject({ kind: 'nft', symbol: 'Moon', iconUrl: 'https://example.org/moon.png' })
  expect(named({ value: 2_500 })).toMatchObject({ symbol: '', value: 2_500 })
  expect(named({ value: null })).not.toHaveProperty('value')
})
