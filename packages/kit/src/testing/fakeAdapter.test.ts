import { fromBase58 } from '@latchkey/protocol/base58'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../createKit.ts'
import { accountOf } from '../core/kit/state.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { networkOf, deafChains, reasonOf } from '../session/startTestKit.ts'
import { createFakeAdapter } from './fakeAdapter.ts'
import type { FakeAdapterOptions } from './makeFakeAdapter.ts'
import { manualClock } from './manualClock.ts'
import { solanaKeys } from './solana/solanaKeys.ts'

const [first, second] = deafChains

function start(options?: FakeAdapterOptions) {
  const adapter = createFakeAdapter(options)
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [networkOf(first), networkOf(second)],
    adapters: [adapter],
    storage: memoryStorage(),
    clock: manualClock(),
  })
  onTestFinished(kit.start())
  return { kit, adapter, account: () => accountOf(kit.getState()) }
}

test('the fake adapter connects, signs, sends, switches and disconnects like a wallet', async () => {
  const { kit } = start()
  expect(await kit.connect({ connectorId: 'example' })).toMatchObject({
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    networkId: 'eip155:31337',
  })
  expect(await kit.signMessage({ message: 'Bread' })).toMatch(/^0x5{130}$/)
  expect(await kit.sendTransaction({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).toMatch(
    /^0x7{64}$/,
  )
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(kit.getState().networkId).toBe('eip155:31338')
  await kit.disconnect()
  expect(kit.getState().sessions.eip155?.status).toBe('disconnected')
})

test('with the namespace Solana, the fake adapter gives an account, signatures and hashes in Solana’s form', async () => {
  const sun = {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    namespace: 'solana' as const,
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['https://node.example.org'] } },
  }
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [sun],
    adapters: [createFakeAdapter({ namespace: 'solana' })],
    storage: memoryStorage(),
    clock: manualClock(),
  })
  onTestFinished(kit.start())
  const { address, networkId } = await kit.connect({ connectorId: 'example' })
  expect([address, networkId]).toEqual([
    solanaKeys(1)[0]?.address,
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ])
  const named = [
    await kit.signMessage({ message: 'Bread' }),
    await kit.sendTransaction({ serialized: [0] }),
  ]
  expect(named.map((text) => fromBase58(text).length)).toEqual([64, 64])
  expect(new Set(named).size).toBe(2)
})

test('a call rejects with the error code that is set for it, until another code is set', async () => {
  const { kit, adapter } = start({ connect: 'userRejected' })
  expect(await reasonOf(kit.connect({ connectorId: 'example' }))).toMatchObject({
    code: 'userRejected',
  })
  adapter.set({ connect: 'approve', sign: 'resourceUnavailable' })
  await kit.connect({ connectorId: 'example' })
  expect(await reasonOf(kit.signMessage({ message: 'Bread' }))).toMatchObject({
    code: 'resourceUnavailable',
  })
})

test('with `hang` the connect is pending until an abort', async () => {
  const { kit, account } = start({ connect: 'hang' })
  const controller = new AbortController()
  const reason = reasonOf(kit.connect({ connectorId: 'example', signal: controller.signal }))
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  expect(account()).toBeUndefined()
})

test('connect reports the pairing that is set', async () => {
  const pairing = { uri: 'wc:1@2', expiresAt: 300_000 }
  const { kit } = start({
    connectors: [{ id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }],
    pairing,
  })
  const shown: unknown[] = []
  await kit.connect({ connectorId: 'walletConnect', onPairing: (one) => shown.push(one) })
  expect(shown).toEqual([{ ...pairing, isReady: true }])
})

test('a login connects, and the adapter records it', async () => {
  const { kit, adapter } = start({
    connectors: [
      { id: 'login', name: 'Login', type: 'auth', logins: { email: true, socials: ['google'] } },
    ],
    connect: 'userRejected',
  })
  expect(await reasonOf(kit.connect({ login: { social: 'google' } }))).toMatchObject({
    code: 'userRejected',
  })
  adapter.set({ connect: 'approve' })
  expect(
    await kit.connect({ connectorId: 'login', login: { email: 'ann@example.org' } }),
  ).toMatchObject({ connectorId: 'login' })
  expect(adapter.logins).toEqual([{ social: 'google' }, { email: 'ann@example.org' }])
})

test('`connected` gives a connection from the start; `setConnected` changes it later', () => {
  const { adapter, account } = start({
    connected: ['example'],
    networkId: 'eip155:56',
    accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  })
  expect(account()).toMatchObject({
    networkId: 'eip155:56',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  })
  adapter.setConnected([])
  expect(account()).toBeUndefined()
})

test('a node request gets the answer that is set for its method', async () => {
  const { kit, adapter } = start({ node: { eth_blockNumber: '0x10' } })
  expect(await kit.request({ method: 'eth_blockNumber' })).toBe('0x10')
  adapter.set({ sign: 'httpFailed' })
  expect(await reasonOf(kit.request({ method: 'eth_gasPrice' }))).toMatchObject({
    code: 'httpFailed',
  })
})
