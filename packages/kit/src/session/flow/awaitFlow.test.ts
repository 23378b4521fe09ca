import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { loadManifests } from '../../react/features/loadManifests.ts'
import { screensOf } from '../../react/features/screensOf.ts'
import { activeNetworkId } from '../../core/kit/state.ts'
import { deafChains, reasonOf, startTestKit, startTestWallet } from '../startTestKit.ts'
import { contextOf } from '../../core/kit/context.ts'

const connectorId = 'app.latchkey.development'

beforeEach(() => void startTestPage())

/** Makes a kit on a page with a `KitProvider` whose modal and features have loaded. */
async function startWithProvider(options: Parameters<typeof startTestKit>[0] = {}) {
  const started = startTestKit(options)
  const { kit } = started
  const { store, complete } = loadManifests(kit)
  await complete()
  contextOf(kit).screens.setState(screensOf(kit, store.getState()), true)
  const openable = store.getState().features.flatMap(({ opens = [] }) => opens)
  return { ...started, openable }
}

test('without a provider, open rejects with `modalMissing` after 5 s', async () => {
  const { kit, clock } = startTestKit()
  const reason = reasonOf(kit.open())
  await clock.scheduled(5_000)
  clock.advance(4_999)
  expect(kit.getState().modal.open).toBe(true)
  clock.advance(1)
  expect(await reason).toMatchObject({
    code: 'modalMissing',
    message: 'kit.open() needs a <KitProvider> on the page',
  })
  expect(kit.getState().modal.open).toBe(false)
})

test('with a provider, open waits without a limit', async () => {
  const { kit, clock } = await startWithProvider()
  const flow = kit.open()
  await clock.scheduled(5_000)
  clock.advance(3_600_000)
  expect(kit.getState().modal.open).toBe(true)
  kit.close()
  expect(await flow).toMatchObject({ status: 'refused', error: { code: 'connectionClosed' } })
})

test('open resolves with the connected account', async () => {
  startTestWallet()
  const { kit } = await startWithProvider()
  const flow = kit.open({ view: 'Connect' })
  expect(kit.getState().modal).toEqual({ open: true, request: 1, view: 'Connect' })
  const account = await kit.connect({ connectorId })
  expect(await flow).toEqual({ status: 'connected', account })
})

test('after a refusal, closing the modal ends the flow with the refusal as the cause, only in the same opening', async () => {
  const wallet = startTestWallet({ behaviour: 'refuse' })
  const { kit } = await startWithProvider()
  const connecting = reasonOf(kit.connect())
  await expect.poll(() => kit.getState().modal.open).toBe(true)
  expect(await reasonOf(kit.connect({ connectorId }))).toMatchObject({ code: 'userRejected' })
  kit.close()
  expect(await connecting).toMatchObject({
    code: 'connectionClosed',
    cause: { name: 'KitError', code: 'userRejected' },
  })

  const again = kit.open()
  wallet.setBehaviour('hang')
  const controller = new AbortController()
  const turnedBack = reasonOf(kit.connect({ connectorId, signal: controller.signal }))
  const question = await wallet.waitForRequest()
  controller.abort()
  expect(await turnedBack).toMatchObject({ code: 'requestAborted' })
  kit.close()
  expect(await again).toMatchObject({
    status: 'refused',
    error: { code: 'connectionClosed', cause: undefined },
  })
  question.refuse()
})

test('a second open changes the view; both end when the modal closes', async () => {
  const { kit } = await startWithProvider()
  const flows = [kit.open(), kit.open({ view: 'Networks' })]
  expect(kit.getState().modal).toEqual({ open: true, request: 2, view: 'Networks' })
  const first = await Promise.race([
    ...flows,
    new Promise((resolve) => setTimeout(resolve, 0, 'nothing yet')),
  ])
  expect(first).toBe('nothing yet')
  kit.close()
  for (const flow of flows)
    expect(await flow).toMatchObject({ status: 'refused', error: { code: 'connectionClosed' } })
})

test('two connects at the same time get the same account', async () => {
  startTestWallet()
  const { kit } = await startWithProvider()
  const connecting = [kit.connect(), kit.connect()]
  const account = await kit.connect({ connectorId })
  expect(await Promise.all(connecting)).toEqual([account, account])
})

test('if an account was connected before, closing the modal resolves with that account', async () => {
  startTestWallet()
  const { kit, clock } = await startWithProvider()
  const account = await kit.connect({ connectorId })
  let isOver = false
  const flow = kit.open({ view: 'Account' }).finally(() => {
    isOver = true
  })
  await clock.scheduled(5_000)
  clock.advance(5_000)
  expect(isOver).toBe(false)
  kit.close()
  expect(await flow).toEqual({ status: 'connected', account })
})

test('closing the modal after a disconnect resolves as refused', async () => {
  startTestWallet()
  const { kit } = await startWithProvider()
  await kit.connect({ connectorId })
  const flow = kit.open()
  await kit.disconnect()
  kit.close()
  expect(await flow).toMatchObject({ status: 'refused' })
})

test('an unknown view rejects, and nothing opens', async () => {
  const { kit, openable } = await startWithProvider()
  // a screen that is no longer offered to sites would break them
  expect(openable).toEqual(
    expect.arrayContaining(
      'Connect AllWallets ConnectingWalletConnect Networks WhatIsAWallet WhatIsANetwork GetWallet Profile Account OnRampProviders OnRampActivity BuyInProgress WalletSend Swap WalletReceive Contacts EditContact ChooseAccountName RegisterAccountName'.split(
        ' ',
      ),
    ),
  )
  expect(await reasonOf(kit.open({ view: 'Accounts' as 'Account' }))).toMatchObject({
    code: 'optionInvalid',
    message: `Option "view" is unknown or switched off. Pass one of: ${openable.join(', ')}.`,
  }) // a page without TypeScript may make such a call
  expect(kit.getState().modal).toMatchObject({ open: false })
})

test('a view of a switched-off feature rejects', async () => {
  const { kit, openable } = await startWithProvider({ features: { send: false } })
  expect(openable).toContain('Swap')
  expect(openable).not.toContain('WalletSend')
  expect(await reasonOf(kit.open({ view: 'WalletSend' }))).toMatchObject({
    code: 'optionInvalid',
    message: `Option "view" is unknown or switched off. Pass one of: ${openable.join(', ')}.`,
  })
  expect(kit.getState().modal).toMatchObject({ open: false })
  const flow = kit.open({ view: 'WalletReceive' })
  expect(kit.getState().modal).toMatchObject({ open: true, view: 'WalletReceive' })
  kit.close()
  await flow
})

test('on an unsupported network, the flow stays open until the wallet is on a supported one', async () => {
  startTestWallet()
  const { kit } = await startWithProvider({ chains: [deafChains[1]] })
  let isOver = false
  const flow = kit.open().finally(() => {
    isOver = true
  })
  await kit.connect({ connectorId })
  expect(activeNetworkId(kit.getState())).toBe('eip155:31337')
  expect(isOver).toBe(false)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await flow).toMatchObject({ status: 'connected', account: { networkId: 'eip155:31338' } })
})

test('closing on an unsupported network resolves as refused, unless `allowUnsupportedChain` is set', async () => {
  startTestWallet()
  const refused = await startWithProvider({ chains: [deafChains[1]] })
  const flow = refused.kit.open()
  await refused.kit.connect({ connectorId })
  refused.kit.close()
  expect(await flow).toMatchObject({ status: 'refused', error: { code: 'connectionClosed' } })

  const { kit } = await startWithProvider({ chains: [deafChains[1]], allowUnsupportedChain: true })
  const other = kit.open()
  await kit.connect({ connectorId })
  expect(await other).toMatchObject({ status: 'connected', account: { networkId: 'eip155:31337' } })
})

test('a view that needs an account stays open after connecting, until it is closed', async () => {
  startTestWallet()
  const { kit, clock } = await startWithProvider()
  let isOver = false
  const flow = kit.open({ view: 'WalletSend' }).finally(() => {
    isOver = true
  })
  const account = await kit.connect({ connectorId })
  await clock.scheduled(5_000)
  expect(isOver).toBe(false)
  kit.close()
  expect(await flow).toEqual({ status: 'connected', account })
})

test('if a gate blocks the account, connect opens the modal', async () => {
  startTestWallet()
  const { kit } = await startWithProvider({ chains: [deafChains[1]] })
  await kit.connect({ connectorId })
  const connecting = kit.connect()
  await expect.poll(() => kit.getState().modal.open).toBe(true)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(await connecting).toMatchObject({ networkId: 'eip155:31338' })
})

test('closing a closed modal does nothing', () => {
  const { kit } = startTestKit()
  kit.close()
  expect(kit.getState().modal).toEqual({ open: false, request: 0 })
})
