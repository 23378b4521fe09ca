import { toBase64url } from '@latchkey/protocol/base64'
import { getShare, type WalletCall } from '@latchkey/protocol/walletServer'
import { recoverTransactionAddress } from 'viem'
import { expect, test } from 'vitest'
import { createTestStore } from '../../testing/createTestStore.ts'
import { withKeys } from '../../vault/deriveKeys.ts'
import { storeShare, takeAccount } from '../../vault/deviceShare.ts'
import { splitEntropy } from '../../vault/splitEntropy.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { storeSent } from '../sentTransactions.ts'
import { storeBundle } from './bundles.ts'
import { callsStatus } from './callsStatus.ts'
import { stepBundle } from './runBundle.ts'

const settings = {
  projectId: null,
  origins: ['*'],
  networks: [
    { networkId: 'eip155:1', name: 'Ethereum', currency: { symbol: 'ETH', decimals: 18 } },
  ],
  recovery: ['password'],
  operator: 'x',
}
const network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
}
const to = `0x${'1'.repeat(40)}` as const

async function start() {
  const store = createTestStore()
  const device = {
    wrappingKey: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
  }
  const splits = new Map<string, string>()
  const raws: string[] = []
  async function call(
    { path }: WalletCall,
    params: { setId: string; method: string; params: string[] },
  ) {
    if (path === getShare.path) return { serverShare: splits.get(params.setId) }
    if (params.method === 'eth_getTransactionReceipt')
      return {
        result: { logs: [], status: '0x1', blockHash: '0x1', blockNumber: '0x1', gasUsed: '0x1' },
      }
    if (params.method === 'eth_getTransactionCount') return { result: '0x1' }
    if (params.method === 'eth_sendRawTransaction') raws.push(params.params[0] ?? '')
    return { result: '0x1' }
  }
  const site = { origin: 'https://shop.example' }
  const wallet = {
    store,
    device,
    settings,
    site,
    server: { call },
    session: { forget() {}, read: async () => undefined },
    notify() {},
  } as unknown as Wallet // only the parts that a batch uses
  async function use() {
    const entropy = crypto.getRandomValues(new Uint8Array(16))
    const addresses = await withKeys(entropy, async (keys) => keys.addresses)
    const shares = await splitEntropy(entropy)
    const setId = crypto.randomUUID()
    splits.set(setId, toBase64url(shares.server))
    await storeShare(store, wallet.device, { setId, addresses, share: shares.device })
    await takeAccount(store, addresses.eip155)
    await store.set('consent:https://shop.example', 'user')
    return addresses
  }
  return { wallet, store, raws, use }
}
const cost = { type: 'eip1559', gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } as const
const bundleOf = (address: string, at = Date.now()) => ({
  id: 'b',
  subject: 's',
  address: address as `0x${string}`,
  networkId: 'eip155:1',
  transactions: [
    { transaction: { to, value: 1n, data: '0x' as const }, cost },
    { transaction: { to, value: 10n ** 18n, data: '0x' as const }, cost },
  ],
  hashes: ['0x01'],
  status: 'open' as const,
  at,
})

test('a batch that one account has approved is not signed by another account', async () => {
  const { wallet, raws, use } = await start()
  const ann = await use()
  await storeBundle(wallet, bundleOf(ann.eip155))
  await use() // Ann has signed out, Ben has logged in in this browser
  await callsStatus({
    wallet,
    network,
    params: ['b'],
    request: { id: '1', signal: new AbortController().signal },
  } as never) // only network and request are used
  expect(raws).toEqual([])
})

test('after the site’s permission is removed, the wallet signs no transaction of the batch', async () => {
  const { wallet, store, raws, use } = await start()
  const ann = await use()
  await storeBundle(wallet, bundleOf(ann.eip155))
  await store.delete('consent:https://shop.example')
  await stepBundle(wallet, 'b').catch(() => {})
  expect(raws).toEqual([])
})

test('after the approval expires, the wallet signs no transaction of the batch', async () => {
  const { wallet, raws, use } = await start()
  const ann = await use()
  await storeBundle(wallet, bundleOf(ann.eip155, Date.now() - 30 * 24 * 3_600_000))
  await callsStatus({
    wallet,
    network,
    params: ['b'],
    request: { id: '1', signal: new AbortController().signal },
  } as never) // only network and request are used
  expect(raws).toEqual([])
})

test('the remaining transaction of a batch is signed once, by the account that approved the batch', async () => {
  const { wallet, raws, use } = await start()
  const ann = await use()
  await storeBundle(wallet, bundleOf(ann.eip155))
  await stepBundle(wallet, 'b')
  expect(
    await Promise.all(
      raws.map((raw) =>
        recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` }),
      ),
    ),
  ).toEqual([ann.eip155])
  expect((await stepBundle(wallet, 'b'))?.status).toBe('done')
  expect(raws).toHaveLength(1)
})

test('a signed transaction that may have been sent is sent again, also after the approval expires', async () => {
  const { wallet, raws, use } = await start()
  const ann = await use()
  await storeBundle(wallet, { ...bundleOf(ann.eip155, 0), hashes: [] })
  await storeSent(wallet, 'b 0', {
    subject: 's',
    raw: '0x02ab',
    hash: '0xab',
    at: 0,
    isUnsure: true,
  })
  expect(await stepBundle(wallet, 'b')).toMatchObject({ status: 'open', hashes: ['0xab'] })
  expect(raws).toEqual(['0x02ab'])
  // the approval is too old for the remaining transactions
  expect(await stepBundle(wallet, 'b')).toMatchObject({ status: 'stopped', hashes: ['0xab'] })
  expect(raws).toHaveLength(1)
})
