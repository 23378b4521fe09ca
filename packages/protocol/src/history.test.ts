import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accountHistory, historyEntry } from './history.ts'
import { identity } from './identity.ts'
import { accountNfts, nft } from './nfts.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const fits = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

/** The example of docs/contracts/api.md#history */
const entry = {
  id: 't1',
  metadata: {
    operationType: 'send',
    hash: '0xabc',
    minedAt: '2026-01-05T10:00:00Z',
    sentFrom: '0xaaa',
    sentTo: '0xbbb',
    status: 'confirmed',
    nonce: 7,
    application: { name: 'Exchange', iconUrl: 'https://a.example' },
    chain: 'eip155:1',
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: 'https://a.example' } },
      nft_info: null,
      direction: 'out',
      quantity: { numeric: '0.5' },
      value: 1200.5,
      price: 2401,
    },
  ],
}

test('the endpoints have the methods and paths of the contract', () => {
  expect(
    [accountHistory, accountNfts, identity].map(({ method, path }) => `${method} ${path}`),
  ).toEqual([
    'GET /v1/account/{address}/history',
    'GET /v1/account/{address}/nfts',
    'GET /v1/identity/{address}',
  ])
})

test('the entry of the contract is accepted, with and without its optional parts', () => {
  expect(v.parse(historyEntry, entry)).toEqual(entry)
  expect(
    fits(historyEntry, {
      ...entry,
      transfers: null,
      metadata: { ...entry.metadata, application: null, chain: null },
    }),
  ).toBe(true)
  expect(
    fits(historyEntry, {
      ...entry,
      transfers: [
        {
          ...entry.transfers[0],
          fungible_info: null,
          nft_info: { name: null, content: null, flags: { is_spam: true } },
          value: null,
          price: null,
        },
      ],
    }),
  ).toBe(true)
})

test('an unknown operation type is read as `unknown`', () => {
  expect(
    v.parse(historyEntry, { ...entry, metadata: { ...entry.metadata, operationType: 'teleport' } })
      .metadata.operationType,
  ).toBe('unknown')
})

test.each([
  ['no time', { metadata: { ...entry.metadata, minedAt: 'yesterday' } }],
  ['no hash', { metadata: { ...entry.metadata, hash: undefined } }],
  ['a rounded amount', { transfers: [{ ...entry.transfers[0], quantity: { numeric: '5e-1' } }] }],
  ['a negative amount', { transfers: [{ ...entry.transfers[0], quantity: { numeric: '-1' } }] }],
  ['no direction', { transfers: [{ ...entry.transfers[0], direction: 'up' }] }],
])('an entry with %s is refused', (_, parts) => {
  expect(fits(historyEntry, { ...entry, ...parts })).toBe(false)
})

test('a history request accepts a CAIP-2 network id or an EVM chain number, and refuses malformed parameters', () => {
  expect(v.parse(accountHistory.query, { address, chainId: '8453' }).chainId).toBe('eip155:8453')
  expect(
    v.parse(accountHistory.query, { address, chainId: 'eip155:1', cursor: 'x' }),
  ).toMatchObject({ chainId: 'eip155:1', cursor: 'x' })
  for (const wrong of [
    { chainId: '01' },
    { chainId: 'x' },
    { currency: 'eur' },
    { cursor: 'x'.repeat(5_000) },
    { address: '0x12' },
  ])
    expect(fits(accountHistory.query, { address, ...wrong })).toBe(false)
})

test('a link of an NFT is accepted only if it leads to a picture or a page', () => {
  const row = {
    chainId: 'eip155:1',
    contract: address,
    tokenId: '1',
    standard: 'ERC721',
    amount: '1',
    name: 'A',
    collection: { name: '', symbol: '' },
    traits: [],
    flags: { is_spam: false },
  }
  expect(fits(nft, row)).toBe(true)
  expect(
    fits(nft, { ...row, picture: 'data:image/png;base64,AA==', externalUrl: 'https://a.example' }),
  ).toBe(true)
  for (const wrong of [
    { picture: 'data:text/html,x' },
    { picture: 'javascript:alert(1)' },
    { externalUrl: 'javascript:alert(1)' },
    { tokenId: '-1' },
    { amount: '0.5' },
  ])
    expect(fits(nft, { ...row, ...wrong })).toBe(false)
})

test('an identity request accepts only an EVM or Solana address, and an answer without a name is accepted', () => {
  for (const one of [address, '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'])
    expect(fits(identity.query, { address: one })).toBe(true)
  for (const one of ['', '0x12', 'name.eth', '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1O0'])
    expect(fits(identity.query, { address: one })).toBe(false)
  expect(fits(identity.answer, { name: null, avatar: null })).toBe(true)
})
