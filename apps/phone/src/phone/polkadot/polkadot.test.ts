import { getDynamicBuilder, getLookupFn } from '@polkadot-api/metadata-builders'
import { decAnyMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings'
import metadataHex from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import metadataVersion from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-ver'
import * as sr25519 from '@scure/sr25519'
import { expect, test } from 'vitest'
import {
  polkadotKeyOf,
  polkadotPathOf,
} from '../../../../../packages/protocol/src/chains/polkadotKeys.ts'
import { spelledFor as writtenFor } from '../../../../../packages/protocol/src/chains/polkadotNetworks.ts'
import { readSs58, writeSs58 } from '../../../../../packages/protocol/src/chains/ss58.ts'
import { grant, sessionNamespacesOf } from '../grant.ts'
import { describePolkadot } from './describePolkadot.ts'
import { fromHex, toHex } from './hex.ts'
import {
  firstPolkadot,
  polkadotAccounts,
  signWithPolkadot,
  spelledFor,
} from './polkadotAccounts.ts'
import { isOfPolkadot, polkadotChainsOf } from './polkadotChains.ts'
import { readPayload } from './readPayload.ts'

// the seed of the development mnemonic, which packages/protocol derives from its entropy
const seed = fromHex('0x4ca479f5e0dc0ee04ebcbadb64c220267dad42b8cfa4da1f0874787523b4709c')
const assetHub = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const chain = {
  networkId: assetHub,
  name: 'Polkadot Asset Hub',
  rpcUrl: 'http://127.0.0.1:1',
  nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
}

// the text has the metadata as an Option of bytes
const metadata =
  fromHex(`0x${metadataHex.slice(metadataHex.indexOf('6d657461'))}`) ?? new Uint8Array()
const { specVersion } = metadataVersion
const lookup = getLookupFn(unifyMetadata(decAnyMetadata(metadata)))
const extensions = lookup.metadata.extrinsic.extensionsByVersion[0] ?? []
const calls = getDynamicBuilder(lookup).buildDefinition(lookup.call ?? 0)
const [, savings] = polkadotAccounts

function call(type: string, name: string, args: object): `0x${string}` {
  return toHex(calls.enc({ type, value: { type: name, value: args } }))
}

const pay = (value: bigint) =>
  call('Balances', 'transfer_keep_alive', { dest: { type: 'Id', value: savings?.address }, value })

const payloadOf = (method: string, change: object = {}) => ({
  address: spelledFor(assetHub, firstPolkadot),
  blockHash: `0x${'b1'.repeat(32)}`,
  blockNumber: '0x00000010',
  era: '0x0501',
  genesisHash: `0x${'ee'.repeat(32)}`,
  method,
  nonce: '0x00000007',
  signedExtensions: extensions.map(({ identifier }) => identifier),
  specVersion: `0x${specVersion.toString(16)}`,
  tip: '0x00000000000000000000000000000000',
  transactionVersion: '0x0000000f',
  version: 4,
  ...change,
})

test('the phone has the first accounts of the development mnemonic, and its signatures are valid', () => {
  for (const [index, { address }] of polkadotAccounts.entries()) {
    const key = polkadotKeyOf(seed ?? new Uint8Array(), polkadotPathOf(index))
    expect(address).toBe(writeSs58(key.accountId, 42))
    const bytes = new TextEncoder().encode('Hello')
    const signature = signWithPolkadot(address, bytes)
    expect(signature?.[0]).toBe(1)
    expect(sr25519.verify(bytes, signature?.slice(1) ?? bytes, key.publicKey)).toBe(true)
  }
  expect(signWithPolkadot(writeSs58(new Uint8Array(32), 42), new Uint8Array())).toBeUndefined()
})

test.each([
  assetHub,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'polkadot:48239ef607d7928874027a43a6768920',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  'polkadot:45454545454545454545454545454545',
])('an account is spelled for %s', (networkId) => {
  expect(spelledFor(networkId, firstPolkadot)).toBe(writtenFor(networkId, firstPolkadot))
  expect(signWithPolkadot(spelledFor(networkId, firstPolkadot), new Uint8Array(1))).toBeDefined()
})

test('a session has each account in the spelling of each of its chains', () => {
  const chains = [assetHub, 'polkadot:45454545454545454545454545454545']
  const wanted = { chains, methods: ['polkadot_signMessage'], events: [] }
  const found = grant(
    { required: { polkadot: wanted }, optional: {} },
    { polkadot: { hasChain: isOfPolkadot, methods: wanted.methods, events: [] } },
  )
  expect(found.status).toBe('possible')
  const { polkadot } = sessionNamespacesOf(found.status === 'possible' ? found.namespaces : {}, {
    polkadot: [firstPolkadot],
  })
  expect(polkadot?.accounts).toEqual(chains.map((id) => `${id}:${writtenFor(id, firstPolkadot)}`))
  expect(polkadot?.accounts[0]).not.toContain(firstPolkadot)
})

test('a payment is read by the metadata of its chain, and is shown with its amount', () => {
  const transaction = readPayload(payloadOf(pay(12_500_000_000n)), { specVersion, metadata })
  const address = spelledFor(assetHub, firstPolkadot)
  const { title, facts, caution } = describePolkadot({
    origin: 'Bakery',
    address,
    chain,
    transaction,
  })
  expect({ title, facts, caution }).toEqual({
    title: 'Send 1.25 DOT?',
    facts: [
      ['Send', '1.25 DOT'],
      ['To', spelledFor(assetHub, savings?.address ?? '')],
      ['From', address],
      ['Call', 'Balances.transfer_keep_alive'],
    ],
    caution: undefined,
  })
})

test('the bytes to sign are the call, then what each extension adds, in the order of the chain', () => {
  const method = pay(1n)
  const { signed, extra } = readPayload(payloadOf(method, { mode: 0 }), { specVersion, metadata })
  // era, nonce, tip and no asset, mode of the metadata hash
  expect(toHex(extra)).toBe('0x05011c000000')
  const little = specVersion.toString(16).padStart(8, '0').match(/../g)?.reverse().join('')
  expect(toHex(signed)).toBe(
    `${method}05011c000000${little}0f000000${'ee'.repeat(32)}${'b1'.repeat(32)}00`,
  )
})

test('the hash of the metadata is signed where the site sets it', () => {
  const change = { mode: 1, metadataHash: `0x${'aa'.repeat(32)}` }
  const { signed, extra } = readPayload(payloadOf(pay(1n), change), { specVersion, metadata })
  expect(toHex(extra)).toBe('0x05011c000001')
  expect(toHex(signed).endsWith(`01${'aa'.repeat(32)}`)).toBe(true)
})

test('a message of more than 256 bytes is signed by its hash', () => {
  const method = call('System', 'remark', { remark: new Uint8Array(300) })
  expect(readPayload(payloadOf(method), { specVersion, metadata }).signed).toHaveLength(32)
})

test('another call is shown by its name, with a warning', () => {
  const transaction = readPayload(
    payloadOf(call('Balances', 'burn', { value: 5n, keep_alive: false }), { tip: '0x0a' }),
    { specVersion, metadata },
  )
  const shown = describePolkadot({ origin: 'Bakery', address: firstPolkadot, chain, transaction })
  expect(shown.facts).toEqual([
    ['value', '"5"'],
    ['keep_alive', 'false'],
    ['From', firstPolkadot],
    ['Call', 'Balances.burn'],
    ['Tip', '0.000000001 DOT'],
  ])
  expect(shown.caution).toContain('not what it does')
})

test('a transaction that can be sent at any time is shown as such', () => {
  const shown = (era: string) =>
    describePolkadot({
      origin: 'Bakery',
      address: firstPolkadot,
      chain,
      transaction: readPayload(payloadOf(pay(1n), { era }), { specVersion, metadata }),
    })
  expect(shown('0x0501').note).toContain('for some minutes')
  expect(shown('0x0501').caution).toBeUndefined()
  for (const era of ['0x00', '0x0f00'])
    expect(shown(era)).toMatchObject({
      note: expect.not.stringContaining('minutes'),
      caution: expect.stringContaining('at any time'),
    })
})

test.each([
  ['no call', { method: undefined }],
  ['a call that the chain does not have', { method: '0xfefefe' }],
  ['bytes after its call', { method: `${pay(1n)}00` }],
  ['another version of the chain', { specVersion: '0x01' }],
  ['extrinsics of another version', { version: 5 }],
  ['a fee in another asset', { assetId: '0x00' }],
  ['other extensions', { signedExtensions: ['CheckNonce'] }],
  ['no hash of a block', { blockHash: '0x00' }],
  ['no era', { era: '0x' }],
  ['an era of another length, which would move the bytes of the tip', { era: '0x0501000b' }],
  ['an era that the chain reads as a shorter one', { era: '0x0001' }],
  ['a nonce that is no number', { nonce: 7 }],
  ['a mode without its hash', { mode: 1 }],
])('the phone refuses a transaction with %s', (_, change) => {
  expect(() => readPayload(payloadOf(pay(1n), change), { specVersion, metadata })).toThrow(
    'The phone does not sign this transaction',
  )
})

test('`polkadotChainsOf` returns the Polkadot chains of the devnet', () => {
  expect(polkadotChainsOf({ networks: [{ ...chain, networkId: 'solana:a' }, chain] })).toEqual([
    chain,
  ])
  expect(readSs58(firstPolkadot)?.prefix).toBe(42)
})
