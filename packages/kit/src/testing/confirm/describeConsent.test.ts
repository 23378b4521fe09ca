import { expect, test } from 'vitest'
import type { Consent } from '../consent.ts'
import { describeConsent } from './describeConsent.ts'

const origin = 'https://bakery.example'
const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const chain = {
  id: 31337,
  name: 'Devnet',
  rpcUrl: 'http://127.0.0.1:8545',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const send = {
  type: 'send',
  origin,
  from: account,
  to: account,
  value: 100_000_000_000_000_000n,
  data: '0x',
  chain,
} as const

const cases: [title: string, consent: Consent][] = [
  ['Connect to this site?', { type: 'connect', origin }],
  ['Unlock the wallet?', { type: 'unlock', origin }],
  [
    'Sign this text?',
    { type: 'sign', origin, address: account, text: 'Bread', hex: '0x4272656164' },
  ],
  ['Sign these bytes?', { type: 'sign', origin, address: account, text: null, hex: '0xff' }],
  [
    'Sign this data?',
    {
      type: 'signTypedData',
      origin,
      address: account,
      domain: 'Bakery',
      primaryType: 'Order',
      json: '{}',
    },
  ],
  ['Send 0.1 ETH?', send],
  ['Call a contract?', { ...send, data: '0xa9059cbb' }],
  ['Deploy a contract?', { ...send, to: null, data: '0x6001' }],
  ['Send 2 calls?', { type: 'sendCalls', origin, from: account, calls: [send, send], chain }],
  [
    'Connect to this site?',
    { type: 'solana', origin, network: 'Solana', request: { feature: 'standard:connect' } },
  ],
  [
    'Sign in to this site?',
    {
      type: 'solana',
      origin,
      network: 'Solana',
      request: { feature: 'solana:signIn', address: 'oeYf', text: 'Bread' },
    },
  ],
  [
    'Sign this text?',
    {
      type: 'solana',
      origin,
      network: 'Solana',
      request: { feature: 'solana:signMessage', address: 'oeYf', messages: [Uint8Array.of(66)] },
    },
  ],
  [
    'Send this transaction?',
    {
      type: 'solana',
      origin,
      network: 'Solana',
      request: {
        feature: 'solana:signAndSendTransaction',
        address: 'oeYf',
        transactions: [Uint8Array.of(0)],
      },
    },
  ],
  [
    'Connect to this site?',
    { type: 'bitcoin', origin, network: 'Bitcoin', request: { kind: 'connect' } },
  ],
  [
    'Sign this text?',
    {
      type: 'bitcoin',
      origin,
      network: 'Bitcoin',
      request: { kind: 'signMessage', address: 'bc1q', message: 'Bread' },
    },
  ],
  [
    'Switch to mainnet?',
    {
      type: 'bitcoin',
      origin,
      network: 'Bitcoin',
      request: { kind: 'switchNetwork', network: 'mainnet' },
    },
  ],
  ['Switch to Devnet?', { type: 'switch', origin, from: chain, to: chain }],
  ['Add Devnet?', { type: 'add', origin, chain }],
]

test.each(cases)('the consent has the title "%s" and the origin in its note', (title, consent) => {
  const description = describeConsent(consent)
  expect(description.title).toBe(title)
  expect(description.note).toContain(origin)
})
