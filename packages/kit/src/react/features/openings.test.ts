import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { OpenOptions } from '../../core/kit/kit.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { fetchFeatures, loadManifests } from './loadManifests.ts'
import { screensOf } from './screensOf.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

/** Starts a kit on a page with a provider. It has loaded the modal and all features. */
async function start() {
  const { kit, until } = startTestKit({ adapters: [createFakeAdapter()] })
  const { store, complete } = loadManifests(kit)
  await complete()
  contextOf(kit).screens.setState(screensOf(kit, store.getState()), true)
  return { kit, until }
}

const hash = `0x${'a'.repeat(64)}`

test.each<[OpenOptions, unknown]>([
  [{ view: 'Downloads', walletId: 'rainbow' }, { walletId: 'rainbow' }],
  [
    { view: 'AllWallets', search: 'rain' },
    { search: 'rain', start: 0 },
  ],
  [{ view: 'Account', tab: 'activity' }, { tab: 'activity' }],
  [{ view: 'Transaction', hash }, { hash }],
  [
    { view: 'Transaction', id: 'eip155:31338:5', networkId: 'eip155:31338' },
    { id: 'eip155:31338:5', networkId: 'eip155:31338' },
  ],
  [{ view: 'SwitchNetwork', networkId: 'eip155:31338' }, { networkId: 'eip155:31338' }],
  [
    { view: 'WalletSend', to: 'lena.eth', amount: '1.5', token: `0x${'b'.repeat(40)}` },
    { to: 'lena.eth', amount: '1.5', tokenId: `eip155:31337:0x${'b'.repeat(40)}` },
  ],
  [
    { view: 'Swap', to: `0x${'b'.repeat(40)}`, amount: '1.5' },
    { requested: { to: `0x${'b'.repeat(40)}`, amount: '1.5', networkId: 'eip155:31337' } },
  ],
  [
    { view: 'Swap', from: `0x${'b'.repeat(40)}`, to: 'native', networkId: 'eip155:31338' },
    { requested: { from: `0x${'b'.repeat(40)}`, to: 'native', networkId: 'eip155:31338' } },
  ],
  [
    { view: 'Swap', from: 'native', amount: '0.1' },
    { requested: { from: 'native', amount: '0.1' } },
  ],
  [{ view: 'BuyInProgress', id: '7' }, { id: '7' }],
  [{ view: 'EditContact', label: 'Lena' }, { label: 'Lena' }],
])('the options %j become the parameters of the screen', async (requested, params) => {
  const { kit, until } = await start()
  const flow = kit.open(requested)
  const { view } = requested
  expect(kit.getState().modal).toEqual({ open: true, request: 1, view: 'Loading' })
  const { modal } = await until(({ modal }) => modal.open && 'params' in modal)
  expect(modal).toEqual({ open: true, request: 1, view, params })
  kit.close()
  await flow
})

test.each<[object, object]>([
  [
    { view: 'EditContact', label: 5 },
    { message: 'Option "open.label" is not valid. Pass a name for it.' },
  ],
  [
    { view: 'WalletSend', amout: '1' },
    { message: 'Option "open.amout" is unknown. Did you mean "amount"?' },
  ],
  [
    { view: 'Networks', search: 'rain' },
    { message: 'Option "open.search" is unknown. This view takes no parameters.' },
  ],
  [{ search: 'rain' }, { message: expect.stringContaining('Option "open.search" is of no view.') }],
  [
    { view: 'AllWallets', search: ['rain'] },
    { message: 'Option "open.search" is not valid. Pass a part of a wallet’s name.' },
  ],
  [
    { view: 'AllWallets', serch: 'rain' },
    { message: 'Option "open.serch" is unknown. Did you mean "search"?' },
  ],
  [
    { view: 'Downloads', walletId: undefined },
    { message: expect.stringContaining('"open.walletId" is missing') },
  ],
  [
    { view: 'Account', tab: 'Activity' },
    { message: 'Option "open.tab" is not valid. Pass one of: tokens, nfts, activity.' },
  ],
  [
    { view: 'Transaction', networkId: 'eip155:31338' },
    { message: expect.stringContaining('"open.hash" is missing') },
  ],
  [
    { view: 'Transaction', hash: '0x12' },
    { message: expect.stringContaining('"open.hash" is not valid') },
  ],
  [
    { view: 'Transaction', hash: 'a'.repeat(70), networkId: 'eip155:31338' },
    { message: expect.stringContaining('"open.hash" is not valid') },
  ],
  [
    { view: 'Transaction', hash, networkId: 31_338 },
    { code: 'networkNotFound', details: expect.stringContaining('Did you mean "eip155:31338"?') },
  ],
  [{ view: 'SwitchNetwork', networkId: 'eip155:1' }, { code: 'networkNotFound' }],
  [{ view: 'WalletSend', amount: 1.5 }, { message: expect.stringContaining('"open.amount"') }],
  [{ view: 'WalletSend', amount: '1,5' }, { message: expect.stringContaining('"open.amount"') }],
  [{ view: 'WalletSend', token: 'USDC' }, { message: expect.stringContaining('"open.token"') }],
  [
    { view: 'Swap', to: 'USDC' },
    {
      message:
        'Option "open.to" is not valid. Pass the address of a token on that network, or "native" for the network’s own.',
    },
  ],
  [
    { view: 'Swap', from: `0x${'b'.repeat(40)}`, to: `0x${'B'.repeat(40)}` },
    { message: expect.stringContaining('"open.to" is the same token as "from"') },
  ],
  [
    { view: 'Swap', to: 'native' },
    { message: expect.stringContaining('"open.to" is the same token as "from"') },
  ],
  [{ view: 'Swap', amount: '1,5' }, { message: expect.stringContaining('"open.amount"') }],
  [{ view: 'Swap', networkId: 'eip155:1' }, { code: 'networkNotFound' }],
  [
    { view: 'Swap', fromToken: 'USDC' },
    { message: expect.stringContaining('"open.fromToken" is unknown') },
  ],
  [
    { view: 'EmailVerifyOtp', email: 'a@b.c' },
    { message: expect.stringContaining('Option "view" is unknown or switched off.') },
  ],
])('the options %j close the modal with an error', async (requested, reason) => {
  const { kit } = await start()
  expect(await reasonOf(kit.open(requested as OpenOptions))).toMatchObject({
    code: 'optionInvalid',
    ...reason,
  })
  expect(kit.getState().modal).toEqual({ open: false, request: 1 })
})

test('the parameters of an earlier opening do not replace the parameters of a later opening', async () => {
  const { kit, until } = await start()
  const flows = [
    kit.open({ view: 'Downloads', walletId: 'rainbow' }),
    kit.open({ view: 'Account', tab: 'nfts' }),
  ]
  expect((await until(({ modal }) => modal.open && 'params' in modal)).modal).toEqual({
    open: true,
    request: 2,
    view: 'Account',
    params: { tab: 'nfts' },
  })
  kit.close()
  await Promise.all(flows)
})

test('an invalid parameter of a replaced opening does not close the later opening', async () => {
  const { kit, until } = await start()
  const first = kit.open({ view: 'Downloads', walletId: 5 as never })
  const second = kit.open({ view: 'Account', tab: 'nfts' })
  await until(({ modal }) => modal.open && 'params' in modal)
  expect(kit.getState().modal).toMatchObject({ open: true, request: 2 })
  kit.close()
  await Promise.all([first, second])
})

test('a feature has parsers only for its own screens', async () => {
  const read = await Promise.all(
    (await fetchFeatures()).flatMap(({ opensWith, views }) =>
      opensWith
        ? [
            opensWith().then(({ openingParsers }) => ({
              names: Object.keys(openingParsers),
              views,
            })),
          ]
        : [],
    ),
  )
  expect(read.length).toBeGreaterThan(5)
  expect(read.flatMap(({ names, views }) => names.filter((name) => !views[name]))).toEqual([])
})
