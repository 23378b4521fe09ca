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

test('the wallet in use leaves by itself, and another takes its place', async () => {
  const { two, until, inUse, walletChange } = await startBoth()
  two.lock()
  await until((state) => accountOf(state)?.connectorId === 'one')
  expect(walletChange()).toMatchObject({ event: 'removed', connection: { connectorId: 'two' } })
  expect(inUse()).toBe('one')
})

test('it is no news that one leaves that is not in use, nor that the last one does', async () => {
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

test('nor what the visitor does: use another one, or disconnect the one in use', async () => {
  const { kit, inUse, walletChange } = await startBoth()
  await kit.switchConnection({ connectorId: 'one' })
  await kit.disconnect()
  expect(inUse()).toBe('two')
  expect(walletChange()).toBeUndefined()
  expect(beingDisconnected(kit)).not.toContain('one')
})

test('that one leaves by itself while another is told to go is news', async () => {
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
  'a wallet that was disconnected in another tab, while this one is %s',
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
