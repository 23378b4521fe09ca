import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { accountOf } from '../core/kit/state.ts'
import { memoryStorage, sharedKey } from '../core/storage/storage.ts'
import { beingDisconnected } from './recordWalletChange.ts'
import { startTestKit, startTestWallet } from './startTestKit.ts'

let page: EventTarget
beforeEach(() => {
  page = startTestPage()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Makes a kit that is connected to two wallets. The second one is in use. */
async function startBoth() {
  const wallets = { one: startTestWallet({ rdns: 'one' }), two: startTestWallet({ rdns: 'two' }) }
  const site = startTestKit()
  await site.kit.connect({ connectorId: 'one' })
  await site.kit.connect({ connectorId: 'two' })
  return {
    ...site,
    ...wallets,
    inUse: () => accountOf(site.kit.getState())?.connectorId,
    walletChange: () => site.kit.getState().walletChange,
  }
}

test('if the wallet in use disconnects by itself, another becomes current, and the change is reported', async () => {
  const { two, until, inUse, walletChange } = await startBoth()
  two.lock()
  await until((state) => accountOf(state)?.connectorId === 'one')
  expect(walletChange()).toMatchObject({ event: 'removed', connection: { connectorId: 'two' } })
  expect(inUse()).toBe('one')
})

test('no change is reported if a wallet not in use, or the last wallet, disconnects', async () => {
  const { one, two, until, walletChange } = await startBoth()
  one.lock()
  await until(
    ({ sessions }) =>
      sessions.eip155?.status === 'connected' && sessions.eip155.others.length === 0,
  )
  two.lock()
  await until((state) => !accountOf(state))
  expect(walletChange()).toBeUndefined()
})

test('no change is reported if the visitor switches or disconnects', async () => {
  const { kit, inUse, walletChange } = await startBoth()
  await kit.switchConnection({ connectorId: 'one' })
  await kit.disconnect()
  expect(inUse()).toBe('two')
  expect(walletChange()).toBeUndefined()
  expect(beingDisconnected(kit)).not.toContain('one')
})

test('a wallet that disconnects by itself during another disconnect is reported', async () => {
  const { kit, one, two, until, walletChange } = await startBoth()
  startTestWallet({ rdns: 'three' })
  await kit.connect({ connectorId: 'three' })
  await kit.switchConnection({ connectorId: 'two' })
  const leaving = kit.disconnect({ connectorId: 'one' })
  two.lock()
  await until((state) => accountOf(state)?.connectorId === 'three')
  await leaving
  expect(one.getState().permitted).toEqual([])
  expect(walletChange()).toMatchObject({ event: 'removed', connection: { connectorId: 'two' } })
})

test.for([
  ['hidden', undefined],
  ['visible', 'two'],
] as const)(
  'a disconnect in another tab is reported only if this tab is visible: %s',
  async ([visibilityState, isStored]) => {
    startTestWallet({ rdns: 'one' })
    startTestWallet({ rdns: 'two' })
    const storage = memoryStorage()
    const [tab, other] = [startTestKit({ storage }), startTestKit({ storage })]
    await other.kit.connect({ connectorId: 'one' })
    await other.kit.connect({ connectorId: 'two' })
    const notifyTabs = () =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey }))
    notifyTabs()
    await tab.until((state) => accountOf(state)?.connectorId === 'two')
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState }))
    await other.kit.disconnect({ connectorId: 'two' })
    notifyTabs()
    await tab.until((state) => accountOf(state)?.connectorId === 'one')
    expect(tab.kit.getState().walletChange?.connection.connectorId).toBe(isStored)
    expect(other.kit.getState().walletChange).toBeUndefined()
  },
)
