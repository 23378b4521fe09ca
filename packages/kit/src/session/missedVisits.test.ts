import { createConfig, http } from '@wagmi/core'
import * as times from '@latchkey/protocol/times'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import type { SourceFactory } from '../core/contracts/connectorSource.ts'
import type { KitOptions } from '../core/options/options.ts'
import { createKitStorage, memoryStorage, sharedKey } from '../core/storage/storage.ts'
import type { RawStorage } from '../core/storage/storage.ts'
import { announceWallet } from '../testing/announceWallet.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { wagmi, wagmiConnectors } from '../sources/wagmi/wagmi.ts'
import { countMissedVisit } from './missedVisits.lazy.ts'
import { followTabs } from './followTabs.lazy.ts'
import { readShared } from './sharedConnections.ts'
import { deafChains, networkOf, startTestKit } from './startTestKit.ts'
import { never, storageOfVisit } from './startTestVisit.ts'
import { contextOf } from '../core/kit/context.ts'

const hour = 3_600_000
const day = 24 * hour

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/**
 * Makes the storage that a visit with these connected wallets leaves. The first wallet was the
 * current one.
 */
function storageOf(...connectors: readonly [string, ...string[]]): RawStorage {
  const storage = storageOfVisit(connectors[0])
  storage.setItem(
    sharedKey,
    JSON.stringify({ sessions: { eip155: { connectors, current: connectors[0] } } }),
  )
  return storage
}

/**
 * Opens a tab at `time`, in milliseconds. `hear` notifies the tab that other tabs have written to
 * the storage.
 */
function openTab(storage: RawStorage, time: number, options: Partial<KitOptions> = {}) {
  const tab = startTestKit({ storage, ...options })
  tab.clock.advance(time + times.announcement)
  return {
    ...tab,
    hear: () => page.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey })),
  }
}

/** Runs a visit on which the wallet does not appear, until the kit stops waiting for it. */
async function visitWithout(
  storage: RawStorage,
  time: number,
  {
    isLoaded = true,
    meanwhile = () => {},
    after = () => {},
    ...options
  }: { isLoaded?: boolean; meanwhile?: () => void; after?: () => void } & Partial<KitOptions> = {},
) {
  const { kit, clock, until, stop } = openTab(storage, time, options)
  await clock.scheduled(times.maxAnnouncementWait)
  await vi.waitFor(() =>
    expect(
      contextOf(kit)
        .sources.all()
        .every(({ isComplete }) => isComplete?.()),
    ).toBe(isLoaded),
  ) // polled, because loading code does not depend on the test's clock
  meanwhile()
  clock.advance(times.maxAnnouncementWait)
  await until(({ ready }) => ready)
  after()
  stop()
  return {
    shared: readShared(kit),
    recent: contextOf(kit).storage.get('recent-connector'),
    status: contextOf(kit).storage.get('connection-status'),
  }
}

const remembered = {
  recent: 'gone',
  status: 'connected',
  shared: { sessions: { eip155: { connectors: ['gone'], current: 'gone' } } },
}

test('a wallet that is absent for three visits is removed, and the next visit does not wait for it', async () => {
  const storage = storageOf('gone')
  for (const time of [0, day]) expect(await visitWithout(storage, time)).toMatchObject(remembered)
  expect(await visitWithout(storage, 2 * day)).toMatchObject({
    status: 'disconnected',
    recent: undefined,
    shared: { sessions: { eip155: { connectors: [] } } },
  })
  const { kit, until, clock } = openTab(storage, 3 * day)
  expect(kit.getState().sessions).toEqual({})
  await until(({ ready }) => ready)
  expect(clock.waits).not.toContain(times.maxAnnouncementWait)
})

test('reloads and tabs within 12 hours count as one visit', async () => {
  const storage = storageOf('gone')
  for (let count = 0; count < 12; count++)
    expect(await visitWithout(storage, count * hour)).toMatchObject(remembered)
  await Promise.all([1, 2, 3].map((time) => visitWithout(storage, 12 * hour + time)))
  expect(await visitWithout(storage, 24 * hour - 1)).toMatchObject(remembered)
  expect(await visitWithout(storage, 24 * hour + 3)).toMatchObject({ status: 'disconnected' })
})

/**
 * Announces a wallet that permits this site, until the returned function is called. Pages that have
 * found the wallet by then still have it afterwards.
 */
function install(): () => void {
  const accounts = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
  const answers: Record<string, unknown> = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: '0x7a69',
  }
  return announceWallet({
    info: { uuid: 'gone', name: 'Gone', icon: '', rdns: 'gone' },
    provider: {
      on() {},
      removeListener() {},
      request: async ({ method }: { method: string }) => answers[method],
    },
  })
}

test('a visit with the wallet resets the count, even if the wallet appears late', async () => {
  const storage = storageOf('gone')
  let uninstall = () => {}
  await visitWithout(storage, 0)
  await visitWithout(storage, day, { after: () => (uninstall = install()) })
  uninstall()
  for (const time of [2 * day, 3 * day])
    expect(await visitWithout(storage, time)).toMatchObject(remembered)
  uninstall = install()
  const { until, stop } = openTab(storage, 4 * day)
  await until(({ ready }) => ready)
  stop()
  uninstall()
  for (const time of [5 * day, 6 * day])
    expect(await visitWithout(storage, time)).toMatchObject(remembered)
})

test('a wallet that is installed but does not answer resets the count', async () => {
  const storage = storageOf('gone')
  for (const time of [0, day]) await visitWithout(storage, time)
  const silent: SourceFactory = {
    create: ({ setConnectors }) => ({
      namespaces: ['eip155'],
      watch() {
        setConnectors([{ id: 'gone', name: 'Gone', namespace: 'eip155', type: 'injected' }])
        return () => {}
      },
      prepare() {},
      connect: never,
      restore: never,
    }),
  }
  const { clock, until, stop } = openTab(storage, 2 * day, {
    adapters: [createFakeAdapter({ connectors: [] })],
    sources: [silent],
  })
  await clock.scheduled(times.reconnect)
  clock.advance(times.reconnect)
  await until(({ ready }) => ready)
  stop()
  for (const time of [3 * day, 4 * day])
    expect(await visitWithout(storage, time)).toMatchObject(remembered)
})

test('a phone is never counted as absent', async () => {
  for (const id of ['walletConnect', 'walletConnect:0a1b']) {
    const storage = storageOf(id)
    for (const time of [0, day, 2 * day, 3 * day])
      expect(await visitWithout(storage, time)).toMatchObject({
        recent: id,
        status: 'connected',
        shared: { sessions: { eip155: { connectors: [id] } } },
      })
  }
})

test('a visit on which the code of a source did not load is not counted', async () => {
  const storage = storageOf('gone')
  for (const time of [0, day, 2 * day])
    expect(
      await visitWithout(storage, time, {
        isLoaded: false,
        sources: [wagmiConnectors(() => new Promise(() => {}))],
      }),
    ).toMatchObject(remembered)
  const [chain] = [networkOf(deafChains[0])]
  const config = createConfig({
    chains: [chain],
    transports: { [chain.id]: http() },
    connectors: [],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  await visitWithout(storage, 3 * day, { networks: [chain], sources: [wagmi(config)] })
  await visitWithout(storage, 4 * day, { sources: [wagmiConnectors([])] })
  expect(await visitWithout(storage, 5 * day)).toMatchObject({ status: 'disconnected' })
})

test('other wallets stay connected when the absent wallet is removed', async () => {
  const storage = storageOf('gone', 'walletConnect')
  for (const time of [0, day]) await visitWithout(storage, time)
  expect(await visitWithout(storage, 2 * day)).toMatchObject({
    status: 'connected',
    recent: undefined,
    shared: { sessions: { eip155: { connectors: ['walletConnect'] } } },
  })
})

test('a wallet that another tab connects during the wait stays current, and the visit is not counted', async () => {
  const storage = storageOf('gone')
  for (const time of [0, day]) await visitWithout(storage, time)
  const meanwhile = () => {
    createKitStorage(storage).set('recent-connector', 'other')
    storage.setItem(
      sharedKey,
      JSON.stringify({
        ...JSON.parse(storage.getItem(sharedKey) ?? ''),
        sessions: { eip155: { connectors: ['gone', 'other'], current: 'other' } },
      }),
    )
  }
  expect(await visitWithout(storage, 2 * day, { meanwhile })).toMatchObject({
    recent: 'other',
    shared: { sessions: { eip155: { connectors: ['gone', 'other'], current: 'other' } } },
  })
})

/**
 * Opens a tab that is connected to a wallet. Pages that are opened later do not have the wallet.
 */
async function openTabWithWallet(storage: RawStorage) {
  const uninstall = install()
  const tab = openTab(storage, 0)
  await tab.kit.connect({ connectorId: 'gone' })
  uninstall()
  return { ...tab, isConnected: () => tab.session()?.status === 'connected' }
}

test('a wallet that another tab is connected to is never removed', async () => {
  const storage = memoryStorage()
  const tab = await openTabWithWallet(storage)
  for (const time of [0, 1, 2, 3, 4, 5]) {
    expect(await visitWithout(storage, time * day)).toMatchObject(remembered)
    tab.hear()
    await vi.waitFor(() => expect(readShared(tab.kit).missed).toBeUndefined())
    expect(tab.isConnected()).toBe(true)
  }
})

test('a sleeping tab stays connected after another page removed its wallet, and stores the wallet again', async () => {
  const storage = memoryStorage()
  const tab = await openTabWithWallet(storage)
  for (const time of [0, 1]) await visitWithout(storage, time * day)
  expect(await visitWithout(storage, 2 * day)).toMatchObject({ status: 'disconnected' })
  const uninstall = install()
  // this page has found the wallet, but is not connected to it
  await followTabs(openTab(storage, 2 * day).kit)
  uninstall()
  tab.hear()
  await vi.waitFor(() =>
    expect(readShared(tab.kit)).toEqual({ ...remembered.shared, transactions: 1 }),
  )
  expect(tab.isConnected()).toBe(true)
  expect(createKitStorage(storage).get('recent-connector')).toBe('gone')
  expect(createKitStorage(storage).get('connection-status')).toBe('connected')
})

test('a disconnect in another tab disconnects, even if visits were counted', async () => {
  const storage = memoryStorage()
  const tab = await openTabWithWallet(storage)
  await visitWithout(storage, 0)
  storage.setItem(sharedKey, JSON.stringify({ ...readShared(tab.kit), sessions: {} }))
  tab.hear()
  await vi.waitFor(() => expect(tab.session()).toEqual({ status: 'disconnected' }))
})

test('connecting the wallet by hand resets the count', async () => {
  const storage = storageOf('gone')
  for (const time of [0, day, 2 * day]) await visitWithout(storage, time)
  const { kit, stop } = await openTabWithWallet(storage)
  expect(readShared(kit)).toMatchObject(remembered.shared)
  stop()
  for (const time of [3 * day, 4 * day])
    expect(await visitWithout(storage, time)).toMatchObject(remembered)
})

test('a count with a time in the future is reset', async () => {
  const storage = storageOf('gone')
  for (const time of [100 * day, 200 * day]) await visitWithout(storage, time)
  for (const time of [0, day]) expect(await visitWithout(storage, time)).toMatchObject(remembered)
  expect(await visitWithout(storage, 2 * day)).toMatchObject({ status: 'disconnected' })
})

test('a stored count that is already full is reset', async () => {
  const storage = storageOf('gone')
  storage.setItem(
    sharedKey,
    JSON.stringify({ ...remembered.shared, missed: { connectorId: 'gone', count: 3, at: 0 } }),
  )
  for (const time of [0, day]) expect(await visitWithout(storage, time)).toMatchObject(remembered)
  expect(await visitWithout(storage, 2 * day)).toMatchObject({ status: 'disconnected' })
})

test('an invalid stored count does not remove the wallet; only a third visit without the wallet does', async () => {
  const storage = memoryStorage()
  const { kit, clock } = openTab(storage, 0)
  contextOf(kit)
    .sources.all()
    .forEach((source) => source.prepare())
  await vi.waitFor(() =>
    expect(
      contextOf(kit)
        .sources.all()
        .every(({ isComplete }) => isComplete?.()),
    ).toBe(true),
  )
  const count = fc.record({
    connectorId: fc.oneof(fc.constant('gone'), fc.jsonValue()),
    count: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.jsonValue()),
    at: fc.oneof(fc.constant(-day), fc.jsonValue()),
  })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), count), (missed) => {
      contextOf(kit).storage.set('recent-connector', 'gone')
      storage.setItem(sharedKey, JSON.stringify({ ...remembered.shared, missed }))
      const { sessions, missed: read } = readShared(kit)
      expect(sessions).toEqual(remembered.shared.sessions)
      if (read)
        expect([typeof read.connectorId, typeof read.count, typeof read.at]).toEqual([
          'string',
          'number',
          'number',
        ])
      countMissedVisit(kit, 'gone')
      const isThird =
        read?.connectorId === 'gone' &&
        read.count >= 2 &&
        read.count < 3 &&
        clock.now() - read.at >= 12 * hour
      expect(readShared(kit)).toMatchObject(
        isThird ? { sessions: { eip155: { connectors: [] } } } : remembered.shared,
      )
    }),
  )
})
