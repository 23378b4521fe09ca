import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { deafChains, startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import type { Route } from '../router/reducer.ts'
import { actionsOf } from './account/actionsOf.ts'
import { loadManifests } from './loadManifests.ts'
import { viewOf } from './manifests.ts'
import type { Views } from './registry.ts'
import { routeFor } from './routeFor.ts'
import { screensOf } from './screensOf.ts'

const connectorId = 'app.latchkey.development'
const plain = (
  ...views: readonly (
    | 'Connect'
    | 'Account'
    | 'Networks'
    | 'Profile'
    | 'Contacts'
    | 'UnsupportedChain'
    | 'WalletSend'
  )[]
): readonly Route<Views>[] => views.map((view) => ({ view, params: undefined }))
const [send] = plain('WalletSend')

beforeEach(() => {
  startTestPage()
  startTestWallet()
})

/**
 * Starts a kit that has loaded all features. `shown` returns the screen that the kit shows for a
 * stack.
 */
async function start(
  options: Partial<KitOptions> & { chains?: readonly [(typeof deafChains)[number]] } = {},
) {
  const { kit } = startTestKit(options)
  const { store, complete } = loadManifests(kit)
  await complete()
  return {
    kit,
    known: store.getState(),
    shown: (stack: readonly Route<Views>[], destination?: Route<Views>) =>
      routeFor(kit, store.getState(), stack, destination).view,
  }
}

test('without an account a screen that needs an account is replaced by Connect', async () => {
  const { shown } = await start()
  expect(shown(plain('Networks'))).toBe('Networks')
  expect(shown(plain('WalletSend'))).toBe('Connect')
  expect(shown(plain('Contacts'))).toBe('Connect')
})

const choosing: readonly Route<Views>[] = [
  { view: 'AllWallets', params: { search: '', start: 0 } },
  { view: 'ConnectingWalletConnect', params: undefined },
]
const terms = {
  termsConditionsUrl: 'https://shop.example.org/terms',
  features: { legalCheckbox: true },
}

test.each<[string, Partial<KitOptions>, readonly string[], readonly string[]]>([
  [
    'has no such options',
    {},
    ['AllWallets', 'ConnectingWalletConnect'],
    ['AllWallets', 'ConnectingWalletConnect'],
  ],
  ['has no wallets', { enableWallets: false }, ['Connect', 'Connect'], ['Connect', 'Connect']],
  [
    'has no list of all wallets',
    { features: { allWallets: false } },
    ['Connect', 'ConnectingWalletConnect'],
    ['Connect', 'ConnectingWalletConnect'],
  ],
  [
    'switches off WalletConnect',
    { enableWalletConnect: false },
    ['AllWallets', 'Connect'],
    ['AllWallets', 'Connect'],
  ],
  [
    'requires consent to its terms',
    terms,
    ['Connect', 'Connect'],
    ['AllWallets', 'ConnectingWalletConnect'],
  ],
  [
    'has terms without a checkbox',
    { ...terms, features: {} },
    ['AllWallets', 'ConnectingWalletConnect'],
    ['AllWallets', 'ConnectingWalletConnect'],
  ],
])(
  'screens opened by name follow the options of a site that %s',
  async (_, options, first, later) => {
    const { shown } = await start(options)
    expect(choosing.map((view) => shown([view]))).toEqual(first)
    expect(choosing.map((view) => shown([...plain('Connect'), view]))).toEqual(later)
  },
)

test('if an account is connected, the screen Account replaces a list of wallets that the site switched off', async () => {
  const { kit, shown } = await start({ enableWallets: false })
  await kit.connect({ connectorId })
  expect(choosing.map((view) => shown([view]))).toEqual(['Account', 'Account'])
})

test('if an account is connected, Connect is shown for another namespace, and Account for the same namespace', async () => {
  const { kit, shown } = await start()
  await kit.connect({ connectorId })
  const connectFor = (namespace: 'eip155' | 'solana'): readonly Route<Views>[] => [
    { view: 'Connect', params: { namespace } },
  ]
  expect([shown(connectFor('solana')), shown(connectFor('eip155'))]).toEqual(['Connect', 'Account'])
})

test('if an account is connected, Account or the destination replaces Connect', async () => {
  const { kit, shown } = await start()
  await kit.connect({ connectorId })
  expect(shown(plain('Connect'))).toBe('Account')
  expect(shown(plain('Connect'), send)).toBe('WalletSend')
  expect(shown(plain('Contacts'))).toBe('Contacts')
  expect(shown(plain('Account', 'Profile', 'Connect'))).toBe('Connect')
})

test('a screen that the account’s chain does not support is not offered', async () => {
  const sun = {
    id: '5e'.repeat(16),
    name: 'Sun',
    namespace: 'bip122' as const,
    nativeCurrency: { name: 'Sun', symbol: 'SUN', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
  const { kit, shown } = await start({
    networks: [sun],
    adapters: [
      createFakeAdapter({
        namespace: 'bip122',
        accounts: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
      }),
    ],
  })
  await kit.connect({ connectorId: 'example' })
  expect(actionsOf(kit)).toEqual([])
  expect(
    ['WalletSend', 'WalletReceive', 'Contacts', 'Networks', 'Account'].map((view) =>
      shown(plain(view as 'Contacts')),
    ),
  ).toEqual(['Account', 'Account', 'Account', 'Networks', 'Account']) // screens without parameters
  expect(shown(plain('Connect'), send)).toBe('Account')
})

test('a guard’s screen replaces other screens until its guard allows the account', async () => {
  const { kit, known, shown } = await start({ chains: [deafChains[1]] })
  await kit.connect({ connectorId })
  expect(shown(plain('Account'))).toBe('UnsupportedChain')
  expect(shown(plain('Contacts'))).toBe('UnsupportedChain')
  expect(shown(plain('Account', 'Profile'))).toBe('Profile')
  expect(viewOf(known, 'Profile')?.mayClose?.(kit)).toBe(false)
  expect(viewOf(known, 'UnsupportedChain')?.mayClose?.(kit)).toBe(false)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(shown(plain('UnsupportedChain'))).toBe('Account')
  expect(shown(plain('UnsupportedChain'), send)).toBe('WalletSend')
  expect(viewOf(known, 'Profile')?.mayClose?.(kit)).toBe(true)
})

test('the route of a guard is always the same object, so React does not mount its screen again', async () => {
  const { kit, known } = await start({ chains: [deafChains[1]] })
  await kit.connect({ connectorId })
  expect(routeFor(kit, known, plain('Account'))).toBe(routeFor(kit, known, plain('Contacts')))
})

test('a switched-off feature has no screen and no action, and can’t be opened', async () => {
  const { kit, known, shown } = await start({ features: { send: false } })
  await kit.connect({ connectorId })
  expect(viewOf(known, 'WalletSend')).toBeUndefined()
  expect(shown(plain('WalletSend'))).toBe('Account')
  const { openable, options } = screensOf(kit, known)
  expect(openable).not.toContain('WalletSend')
  expect(options).toContain('send')
})
