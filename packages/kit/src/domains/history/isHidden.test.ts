import { formatNetworkId } from '@latchkey/protocol/caip'
import type {
  HistoryEntry as EntryOnWire,
  HistoryTransfer as TransferOnWire,
} from '@latchkey/protocol/history'
import { expect, test } from 'vitest'
import { isHidden } from './isHidden.ts'

const network = formatNetworkId('eip155', 1)
const token = (
  is_spam?: boolean,
  direction: TransferOnWire['direction'] = 'in',
): TransferOnWire => ({
  fungible_info: { symbol: 'ETH', ...(is_spam !== undefined && { flags: { is_spam } }) },
  direction,
  quantity: { numeric: '1' },
})
const nft = (is_spam?: boolean, direction: TransferOnWire['direction'] = 'in'): TransferOnWire => ({
  nft_info: { name: 'Moon', ...(is_spam !== undefined && { flags: { is_spam } }) },
  direction,
  quantity: { numeric: '1' },
})
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

test.each<[what: string, transfers: readonly TransferOnWire[] | null | undefined, hidden: boolean]>(
  [
    ['one spam NFT', [nft(true)], true],
    ['several spam NFTs', [nft(true), nft(true)], true],
    ['a spam NFT that the account sent away', [nft(true, 'out')], true],
    ['a spam NFT and a good one', [nft(true), nft(false)], false],
    ['a spam NFT and an NFT without a spam flag', [nft(true), nft()], false],
    ['a spam NFT and money', [nft(true), token(false)], false],
    ['received spam tokens', [token(true), token(true)], true],
    ['received spam tokens and spam NFTs', [token(true), nft(true)], true],
    ['a spam token that the account sent away', [token(true, 'out')], false],
    ['a token without a spam flag', [token()], false],
    ['no transfer at all', [], false],
    ['transfers that are null', null, false],
    ['transfers that are absent', undefined, false],
  ],
)('an entry with %s is hidden or shown', (_, transfers, hidden) => {
  expect(isHidden(entry(transfers), network)).toBe(hidden)
})

test('entries of another chain, or without a chain, are hidden', () => {
  expect(isHidden(entry([token()], { chain: 'eip155:10' }), network)).toBe(true)
  expect(isHidden(entry([token()], { chain: 'eip155:11' }), network)).toBe(true)
  for (const chain of [null, undefined, ''])
    expect(isHidden(entry([token()], { chain }), network)).toBe(true)
})
