import { createConnector } from '@wagmi/core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { evm } from '../chains/evm/evm.ts'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { contactsOf, saveContact } from '../domains/contacts/addressBook.ts'
import { admit, isAdmitted } from '../core/accounts/admit.ts'
import type { KitOptions } from '../core/options/options.ts'
import { changePending } from '../core/transactions/pendingTransactions.ts'
import { accountOf } from '../core/kit/state.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { recentRecipients, rememberRecipient } from '../domains/send/recentRecipients.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { wagmiConnectors } from '../sources/wagmi/wagmi.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { deafChains, networkOf, reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'
import { contextOf } from '../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connectorId = 'app.latchkey.development'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** Announces a wallet that connects. `parts.request` answers all other requests. */
function announce(parts: { request?: (method: string) => unknown }): void {
  const answers: Record<string, unknown> = {
    wallet_requestPermissions: [],
    eth_requestAccounts: [first],
    eth_accounts: [first],
    eth_chainId: '0x7a69',
  }
  const provider = {
    on() {},
    removeListener() {},
    request: async ({ method }: { method: string }) => answers[method] ?? parts.request?.(method),
  }
  onTestFinished(
    announceWallet(
      { info: { uuid: '1', name: 'Strange', icon: '', rdns: connectorId }, provider },
      page,
    ),
  )
}

test('disconnect removes the stored connection and revokes the wallet’s permission', async () => {
  const wallet = startTestWallet()
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  await kit.disconnect()
  expect(session()).toEqual({ status: 'disconnected' })
  expect(wallet.getState().permitted).toEqual([])
  const { storage } = contextOf(kit)
  expect(storage.get('connection-status')).toBe('disconnected')
  expect(storage.get('connected-namespaces')).toEqual([])
  expect(storage.get('recent-connector')).toBeUndefined()
  expect(storage.get('recent-wallets')).toEqual([{ id: connectorId, name: 'Development wallet' }])
})

test('the admission of an address by a gate ends with the disconnect of that address, not of another', async () => {
  startTestWallet()
  const sun = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  const other = createFakeAdapter({
    namespace: 'solana',
    connectors: [{ id: 'sun', name: 'Sun' }],
    accounts: [sun],
  })
  const solana = {
    id: 'sun',
    name: 'Sun',
    namespace: 'solana' as const,
    nativeCurrency: { name: 'Sun', symbol: 'SUN', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
  const { kit } = startTestKit({
    networks: [networkOf(deafChains[0]), solana],
    adapters: [evm(), other],
  })
  const { address } = await kit.connect({ connectorId })
  await kit.connect({ connectorId: 'sun' })
  admit(kit, 'rules', address)
  admit(kit, 'rules', sun)
  await kit.disconnect({ namespace: 'eip155', connectorId })
  expect(isAdmitted(kit, 'rules', address)).toBe(false)
  expect(isAdmitted(kit, 'rules', sun)).toBe(true)
})

test('account data is removed with the last wallet, not before, also in other tabs', async () => {
  const wallet = startTestWallet()
  const other = createFakeAdapter({
    namespace: 'solana',
    connectors: [{ id: 'sun', name: 'Sun' }],
    accounts: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
  })
  const solana = {
    id: 'sun',
    name: 'Sun',
    namespace: 'solana' as const,
    nativeCurrency: { name: 'Sun', symbol: 'SUN', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
  const storage = memoryStorage()
  const options = {
    networks: [networkOf(deafChains[0]), solana],
    adapters: [evm(), other],
    storage,
  } satisfies Partial<KitOptions>
  const { kit } = startTestKit(options)
  await kit.connect({ connectorId: wallet.info.rdns })
  await kit.connect({ connectorId: 'sun' })
  rememberRecipient(kit, { address: first }, 'eip155')
  changePending(kit, () => [
    {
      hash: '0x1',
      networkId: formatNetworkId('eip155', 31337),
      address: first,
      sentAt: 1,
      status: 'dropped',
    },
  ])
  saveContact(kit, { label: 'Lena', address: first, namespace: 'eip155' })
  const tab = startTestKit(options)
  resumeTransactions(tab.kit)
  await expect.poll(() => tab.kit.getState().pending).toHaveLength(1)
  await kit.disconnect({ connectorId: 'sun' })
  expect([recentRecipients(kit, 'eip155').length, kit.getState().pending?.length]).toEqual([1, 1])
  await kit.disconnect()
  expect([recentRecipients(kit, 'eip155'), kit.getState().pending]).toEqual([[], undefined])
  expect(contactsOf(kit)).toHaveLength(1)
  resumeTransactions(tab.kit)
  expect(tab.kit.getState().pending).toBeUndefined()
})

test('account data stays while an earlier connection is being restored', async () => {
  const wallet = startTestWallet()
  const visit = startTestKit()
  await visit.kit.connect({ connectorId })
  changePending(visit.kit, () => [
    {
      hash: '0x1',
      networkId: formatNetworkId('eip155', 31337),
      address: first,
      sentAt: 1,
      status: 'dropped',
    },
  ])
  rememberRecipient(visit.kit, { address: first })
  visit.stop()
  const { kit, clock, until, session } = startTestKit({ storage: visit.storage })
  expect(session()).toEqual({
    status: 'connecting',
    lastKnown: { address: first, networkId: 'eip155:31337' },
  })
  await kit.disconnect({ connectorId: 'another' })
  clock.advance(50)
  await until(({ ready }) => ready)
  expect(session()).toMatchObject({
    status: 'connected',
    current: { connectorId: wallet.info.rdns },
  })
  expect(recentRecipients(kit)).toHaveLength(1)
  await expect.poll(() => kit.getState().pending).toHaveLength(1)
})

test('a second disconnect, or a disconnect without a connection, does not fail', async () => {
  startTestWallet()
  const { kit, session } = startTestKit()
  await kit.disconnect()
  await kit.connect({ connectorId })
  await Promise.all([kit.disconnect(), kit.disconnect()])
  await kit.disconnect()
  expect(session()).toEqual({ status: 'disconnected' })
})

test('the session is disconnected before the wallet answers the disconnect request', async () => {
  let answer: () => void = () => {}
  const disconnected = new Promise<void>((resolve) => {
    announce({
      request: () =>
        new Promise<void>((done) => {
          answer = done
          resolve()
        }),
    })
  })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  const leaving = kit.disconnect()
  await disconnected
  expect(session()).toEqual({ status: 'disconnected' })
  answer()
  await leaving
})

test('if the wallet does not support the disconnect request, disconnecting does not fail', async () => {
  announce({
    request: () => Promise.reject(Object.assign(new Error('unsupported'), { code: 4200 })),
  })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  await kit.disconnect()
  expect(session()).toEqual({ status: 'disconnected' })
})

test('if the wallet’s disconnect fails, the session ends, and the wallet can be connected again', async () => {
  const adapter = createFakeAdapter({
    connectors: [{ id: connectorId, name: 'Broken' }],
    accounts: [first],
  })
  const { kit, session } = startTestKit({ adapters: [adapter] })
  await kit.connect({ connectorId })
  adapter.set({ disconnect: 'unknown' })
  expect(await reasonOf(kit.disconnect())).toMatchObject({
    code: 'disconnectFailed',
    message: 'Failed to disconnect',
    cause: { code: 'unknown' },
  })
  expect(session()).toEqual({ status: 'disconnected' })
  expect(contextOf(kit).storage.get('connection-status')).toBe('disconnected')
  adapter.set({ disconnect: 'approve' })
  expect(await kit.connect({ connectorId })).toMatchObject({ address: first })
})

test('if the wallet is unreachable, disconnecting rejects with `disconnectFailed`', async () => {
  announce({ request: () => Promise.reject(Object.assign(new Error('gone'), { code: 4900 })) })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId })
  expect(await reasonOf(kit.disconnect())).toMatchObject({
    code: 'disconnectFailed',
    cause: { code: 4900 },
  })
  expect(session()).toEqual({ status: 'disconnected' })
})

test('if the current one of two wallets disconnects, the other wallet becomes current', async () => {
  startTestWallet({ rdns: 'one' })
  startTestWallet({ rdns: 'two' })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  await kit.connect({ connectorId: 'two' })
  await kit.disconnect()
  expect(session()).toMatchObject({
    status: 'connected',
    current: { connectorId: 'one' },
    others: [],
  })
  expect(contextOf(kit).storage.get('connection-status')).toBe('connected')
})

test('a wallet that is not current can be disconnected by its id', async () => {
  startTestWallet({ rdns: 'one' })
  startTestWallet({ rdns: 'two' })
  const { kit, session } = startTestKit()
  await kit.connect({ connectorId: 'one' })
  await kit.connect({ connectorId: 'two' })
  await kit.disconnect({ connectorId: 'one' })
  expect(session()).toMatchObject({
    status: 'connected',
    current: { connectorId: 'two' },
    others: [],
  })
})

test('the next visit does not restore a disconnected wallet', async () => {
  const wallet = startTestWallet()
  const { kit, storage, stop } = startTestKit()
  await kit.connect({ connectorId })
  await kit.disconnect()
  stop()
  wallet.selectAccount(first)
  const next = startTestKit({ storage })
  next.clock.advance(50)
  await next.until(({ ready }) => ready)
  expect(next.session()?.status ?? 'disconnected').toBe('disconnected')
})

test('of three wallets, the current one stays when another is disconnected', async () => {
  for (const rdns of ['one', 'two', 'three']) startTestWallet({ rdns })
  const { kit, session, states } = startTestKit()
  for (const connectorId of ['one', 'two', 'three']) await kit.connect({ connectorId })
  const from = states.length
  await kit.disconnect({ connectorId: 'one' })
  expect(session()).toMatchObject({
    current: { connectorId: 'three' },
    others: [{ connectorId: 'two' }],
  })
  expect(new Set(states.slice(from).map((state) => accountOf(state)?.connectorId))).toEqual(
    new Set(['three']),
  )
})

test('`all` disconnects every wallet; no other wallet becomes current in between', async () => {
  const wallets = ['one', 'two', 'three'].map((rdns) => startTestWallet({ rdns }))
  const { kit, session, states } = startTestKit()
  for (const connectorId of ['one', 'two', 'three']) await kit.connect({ connectorId })
  const from = states.length
  await kit.disconnect({ all: true })
  expect(session()).toEqual({ status: 'disconnected' })
  expect(wallets.map((wallet) => wallet.getState().permitted)).toEqual([[], [], []])
  expect(new Set(states.slice(from).map((state) => accountOf(state)?.connectorId))).toEqual(
    new Set(['three', undefined]),
  )
  expect(contextOf(kit).storage.get('connection-status')).toBe('disconnected')
  expect(contextOf(kit).storage.get('recent-connector')).toBeUndefined()
  await kit.disconnect({ all: true })
})

/**
 * Starts a kit with a connector of the site that connects at once. The test decides when the
 * connector answers a disconnect.
 */
function startSlow() {
  const log: string[] = []
  let answer: () => void = () => {}
  let reportCall: () => void = () => {}
  const isNotified = new Promise<void>((resolve) => {
    reportCall = resolve
  })
  const slow = createConnector(() => ({
    id: 'slow',
    name: 'Slow',
    type: 'slow',
    async connect() {
      log.push('asked')
      return { accounts: [first] as never, chainId: 31337 }
    },
    disconnect: () =>
      new Promise<void>((resolve) => {
        answer = () => {
          log.push('left')
          resolve()
        }
        reportCall()
      }),
    getAccounts: async () => [first],
    getChainId: async () => 31337,
    isAuthorized: async () => false,
    getProvider: async () => ({}),
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  }))
  const started = startTestKit({ sources: [wagmiConnectors([slow])] })
  const connect = async () => {
    contextOf(started.kit)
      .sources.all()
      .forEach((source) => source.prepare())
    await started.until(({ connectors }) => connectors.some(({ id }) => id === 'slow'))
    return started.kit.connect({ connectorId: 'slow' })
  }
  return { ...started, log, connect, isNotified, answer: () => answer() }
}

test('disconnect waits ten seconds for the wallet', async () => {
  const { kit, clock, connect, isNotified, session } = startSlow()
  await connect()
  const reason = reasonOf(kit.disconnect())
  await isNotified
  expect(session()).toEqual({ status: 'disconnected' })
  clock.advance(9_999)
  clock.advance(1)
  expect(await reason).toMatchObject({ code: 'disconnectFailed', cause: { code: 'walletTimeout' } })
  // a new connect works
  expect(await connect()).toMatchObject({ address: first })
})

test('an abort ends the wait for a disconnect; an already aborted disconnect does nothing', async () => {
  const { kit, connect, isNotified, session } = startSlow()
  await connect()
  expect(await reasonOf(kit.disconnect({ signal: AbortSignal.abort() }))).toMatchObject({
    code: 'requestAborted',
  })
  expect(session()?.status).toBe('connected')
  const controller = new AbortController()
  const reason = reasonOf(kit.disconnect({ signal: controller.signal }))
  await isNotified
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  expect(session()).toEqual({ status: 'disconnected' })
})

test('a connect during a disconnect waits for the disconnect, and then stays connected', async () => {
  const { kit, connect, isNotified, answer, session, log } = startSlow()
  await connect()
  const leaving = kit.disconnect()
  await isNotified
  const again = kit.connect({ connectorId: 'slow' })
  // after these turns, a connect that does not wait would have sent its request
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  expect(log).toEqual(['asked'])
  answer()
  await leaving
  expect(await again).toMatchObject({ connectorId: 'slow' })
  expect(log).toEqual(['asked', 'left', 'asked'])
  expect(session()).toMatchObject({ status: 'connected', current: { connectorId: 'slow' } })
})
