import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { accountOf } from '../core/kit/state.ts'
import { memoryStorage, sharedKey } from '../core/storage/storage.ts'
import type { RawStorage } from '../core/storage/storage.ts'
import { createDevelopmentWallet } from '../testing/developmentWallet.ts'
import { readShared } from './sharedConnections.ts'
import { deafChains, startTestKit } from './startTestKit.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})

/** Makes wallets that exist once for all tabs, like extensions. */
function startWallets(...names: readonly string[]) {
  return names.map((rdns) => {
    const wallet = createDevelopmentWallet({ chains: deafChains, rdns, name: rdns })
    wallet.announce()
    onTestFinished(wallet.close)
    return wallet
  })
}

/**
 * Opens a tab with the storage that all tabs share. `hear` notifies the tab that other tabs have
 * written; `writes` records its own writes.
 */
function openTab(shared: RawStorage) {
  const writes: string[] = []
  const storage: RawStorage = {
    ...shared,
    setItem: (key, value) => {
      if (key === sharedKey) writes.push(value)
      shared.setItem(key, value)
    },
  }
  return {
    ...startTestKit({ storage }),
    writes,
    hear: () => page.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey })),
  }
}

type Tab = ReturnType<typeof openTab>
const inUse = (tab: Tab) => accountOf(tab.kit.getState())?.connectorId
const all = (tab: Tab) => {
  const session = tab.session()
  return session && 'current' in session
    ? [session.current, ...session.others].map(({ connectorId }) => connectorId).toSorted()
    : []
}

test('a tab follows connects, switches and disconnects of another tab without writing', async () => {
  startWallets('one', 'two')
  const shared = memoryStorage()
  const [tab, other] = [openTab(shared), openTab(shared)]
  await other.kit.connect({ connectorId: 'one' })
  await other.kit.connect({ connectorId: 'two' })
  tab.hear()
  await tab.until((state) => accountOf(state)?.connectorId === 'two')
  expect(all(tab)).toEqual(['one', 'two'])
  await other.kit.switchConnection({ connectorId: 'one' })
  tab.hear()
  await tab.until((state) => accountOf(state)?.connectorId === 'one')
  await other.kit.disconnect({ connectorId: 'one' })
  tab.hear()
  await tab.until((state) => accountOf(state)?.connectorId === 'two')
  await other.kit.disconnect({ all: true })
  tab.hear()
  await tab.until(({ sessions }) => sessions.eip155?.status === 'disconnected')
  expect(tab.writes).toEqual([])
})

test('a page restored from the bfcache follows the changes of other tabs', async () => {
  startWallets('one', 'two')
  const shared = memoryStorage()
  const [tab, other] = [openTab(shared), openTab(shared)]
  const comeBack = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  await other.kit.connect({ connectorId: 'one' })
  comeBack(true)
  await tab.until((state) => accountOf(state)?.connectorId === 'one')
  await other.kit.connect({ connectorId: 'two' })
  await other.kit.disconnect({ connectorId: 'one' })
  comeBack(true)
  await tab.until((state) => accountOf(state)?.connectorId === 'two')
  expect(all(tab)).toEqual(['two'])
  await other.kit.disconnect({ all: true })
  comeBack(true)
  await tab.until(({ sessions }) => sessions.eip155?.status === 'disconnected')
  expect(readShared(other.kit).sessions).toEqual(readShared(tab.kit).sessions)
})

test('a wallet disconnected by another tab gets no second disconnect', async () => {
  const [one] = startWallets('one')
  const shared = memoryStorage()
  const tab = openTab(shared)
  await tab.kit.connect({ connectorId: 'one' })
  shared.setItem(sharedKey, JSON.stringify({ sessions: {} }))
  tab.hear()
  await tab.until(({ sessions }) => sessions.eip155?.status === 'disconnected')
  await tab.kit.disconnect()
  expect(one?.getState().permitted).toHaveLength(1)
})

test('a tab that follows another never shows `connecting`', async () => {
  startWallets('one', 'two')
  const shared = memoryStorage()
  const [tab, other] = [openTab(shared), openTab(shared)]
  await other.kit.connect({ connectorId: 'two' })
  await other.kit.connect({ connectorId: 'one' })
  tab.hear()
  await tab.until((state) => accountOf(state)?.connectorId === 'one')
  expect(tab.states.map(({ sessions }) => sessions.eip155?.status ?? 'disconnected')).not.toContain(
    'connecting',
  )
})

test('a stored wallet that is missing on this page stays stored for the other tab', async () => {
  const [one] = startWallets('one')
  const shared = memoryStorage()
  const [tab, other] = [openTab(shared), openTab(shared)]
  await other.kit.connect({ connectorId: 'one' })
  shared.setItem(
    sharedKey,
    JSON.stringify({ sessions: { eip155: { connectors: ['gone', 'one'], current: 'gone' } } }),
  )
  tab.hear()
  await tab.until((state) => accountOf(state)?.connectorId === 'one')
  one?.disconnect()
  await tab.until(({ sessions }) => sessions.eip155?.status === 'disconnected')
  expect(readShared(tab.kit).sessions.eip155).toEqual({ connectors: ['gone'], current: 'gone' })
})

test('a network chosen without a wallet is chosen in other tabs', async () => {
  const shared = memoryStorage()
  const [tab, other] = [openTab(shared), openTab(shared)]
  await other.kit.switchNetwork({ networkId: 'eip155:31338' })
  tab.hear()
  expect((await tab.until(({ networkId }) => networkId === 'eip155:31338')).namespace).toBe(
    'eip155',
  )
})

test('a stopped kit does not follow other tabs', async () => {
  startWallets('one')
  const shared = memoryStorage()
  const [tab, other] = [openTab(shared), openTab(shared)]
  tab.stop()
  await other.kit.connect({ connectorId: 'one' })
  tab.hear()
  other.hear()
  await other.kit.disconnect()
  expect(inUse(tab)).toBeUndefined()
})

test('invalid stored connections are read without an error', () => {
  const { kit, storage } = startTestKit()
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.constantFrom(
          '{"sessions":{"__proto__":{"connectors":[1]}}}',
          '{"sessions":{"eip155":null}}',
          '{"sessions":7,"networkId":{}}',
        ),
      ),
      (text) => {
        storage.setItem(sharedKey, text)
        const { sessions, networkId } = readShared(kit)
        expect(['string', 'undefined']).toContain(typeof networkId)
        for (const { connectors, current } of Object.values(sessions)) {
          expect(connectors.every((id) => typeof id === 'string')).toBe(true)
          expect(['string', 'undefined']).toContain(typeof current)
        }
      },
    ),
  )
})
