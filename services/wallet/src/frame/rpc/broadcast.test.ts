import { expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { createTestStore } from '../testing/createTestStore.ts'
import { storeShare, takeAccount } from '../vault/deviceShare.ts'
import { noteLogin } from '../wallet/consent.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { createFrameLanguage } from '../words/createFrameLanguage.ts'
import { broadcast } from './broadcast.ts'
import { sendTransaction } from './sendTransaction.ts'
import { findSent, storeSent, subjectOf } from './sentTransactions.ts'
import type { SentTransaction } from './sentTransactions.ts'

const network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
} satisfies Network
const sent: SentTransaction = { subject: 'pay', raw: '0x02', hash: '0xabc', at: 0 }
const found = () => ({ result: { hash: sent.hash } })
const missing = () => ({ result: null })
const refused = () => ({ error: { code: -32000, message: 'nonce too low' } })
function lost(): never {
  throw fault('unavailable')
}

/**
 * A wallet whose node answers `send` to a transaction and `look` to a lookup. It records the
 * requests to the node and to the visitor.
 */
function start({ send, look }: { send: () => unknown; look: () => unknown }) {
  const calls: string[] = []
  const shown: string[] = []
  async function call(_: unknown, { method }: { method: string }) {
    calls.push(method)
    return method === 'eth_sendRawTransaction' ? send() : look()
  }
  const stage = {
    async ask({ title }: { title: () => string }) {
      shown.push(title())
      if (title() !== 'Sent already?') throw fault('userRejected')
    },
  }
  const session = { forget() {}, read: async () => ({ userId: 'ann' }) }
  const wallet = {
    store: createTestStore(),
    site: { origin: 'https://shop.example' },
    server: { call },
    session,
    stage,
    freshLogin: { isOpen: false },
    language: createFrameLanguage([]),
  } as unknown as Wallet // only the parts that are used before signing
  return { wallet, calls, shown }
}

test.each([
  ['the node accepted', { send: () => ({ result: sent.hash }), look: missing }],
  ['the node accepted with a lost answer', { send: lost, look: found }],
  ['the node rejected as a repetition', { send: refused, look: found }],
])('the wallet returns the hash of a transaction that %s', async (_, node) => {
  expect(await broadcast(start(node).wallet, network, { requestId: '1', sent })).toBe(sent.hash)
})

test('the wallet removes a stored transaction only if the node rejects it and does not have it', async () => {
  const { wallet, calls } = start({ send: refused, look: missing })
  await storeSent(wallet, '1', sent)
  await expect(broadcast(wallet, network, { requestId: '1', sent })).rejects.toMatchObject({
    code: -32003,
  })
  expect(await findSent(wallet, '1', sent.subject)).toBeUndefined()
  expect(calls).toEqual(['eth_sendRawTransaction', 'eth_getTransactionByHash'])
})

test.each([
  ['rejects it and then does not answer', { send: refused, look: lost }, 1],
  ['does not answer', { send: lost, look: lost }, 3],
  ['does not answer and does not have it', { send: lost, look: missing }, 3],
])(
  'the wallet marks a stored transaction as unsure when the node %s',
  async (_, node, attempts) => {
    const { wallet, calls } = start(node)
    await storeSent(wallet, '1', sent)
    await expect(broadcast(wallet, network, { requestId: '1', sent })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await findSent(wallet, '1', sent.subject)).toEqual({ ...sent, isUnsure: true })
    expect(calls.filter((method) => method === 'eth_sendRawTransaction')).toHaveLength(attempts)
  },
)

test('before an approval, the wallet warns that the same transaction may already have been sent', async () => {
  const { wallet, shown } = start({ send: lost, look: lost })
  const addresses = { eip155: `0x${'2'.repeat(40)}`, solana: '9'.repeat(40) }
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await storeShare(wallet.store, { wrappingKey } as never, {
    setId: crypto.randomUUID(),
    addresses,
    share: new Uint8Array(17),
  }) // only this key is used
  await takeAccount(wallet.store, addresses.eip155)
  await noteLogin(wallet)
  const to = `0x${'1'.repeat(40)}` as const
  const subject = await subjectOf({
    address: addresses.eip155,
    chainId: 1,
    transaction: { to, value: 5n, data: '0x' },
  })
  await storeSent(wallet, 'first', { ...sent, subject, isUnsure: true })
  const ask = (value: string, id: string) =>
    sendTransaction({
      wallet,
      network,
      params: [{ from: addresses.eip155, to, value }],
      request: { id, signal: new AbortController().signal, wait() {} },
    })
  for (const value of ['0x6', '0x5', '0x5'])
    await expect(ask(value, 'second')).rejects.toMatchObject({ code: 4001 })
  expect(shown).toEqual([
    'Confirm transaction',
    'Sent already?',
    'Confirm transaction',
    'Sent already?',
    'Confirm transaction',
  ])
})
