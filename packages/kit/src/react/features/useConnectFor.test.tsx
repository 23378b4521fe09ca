// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKit } from '../../createKit.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { deafChains, networkOf } from '../../session/startTestKit.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { KitProvider } from '../button/KitProvider.tsx'
import { createRouter } from '../router/createRouter.ts'
import { RouterContext } from '../router/RouterContext.ts'
import { useConnectFor } from './useConnectFor.ts'
import type { ConnectFor } from './useConnectFor.ts'

const bitcoin = {
  id: '000000000019d6689c085ae165831e93',
  namespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const
const login = {
  id: 'login',
  name: 'Login',
  type: 'auth',
  logins: { email: true, socials: [] },
} as const
const other = { id: 'other', name: 'Other' } as const

/** Starts a kit with Ethereum and Bitcoin, whose login serves both, and the other wallet one. */
async function start() {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const [first] = deafChains
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [networkOf(first), bitcoin],
    adapters: [
      createFakeAdapter({ connectors: [login, other] }),
      createFakeAdapter({ namespace: 'bip122', connectors: [login] }),
    ],
    storage: memoryStorage(),
  })
  onTestFinished(kit.start())
  await vi.waitFor(() => expect(kit.getState().connectors).toHaveLength(3))
  return kit
}

/** The namespace for which a screen above Connect connects an account. */
async function targetOf(
  kit: Awaited<ReturnType<typeof start>>,
  connectorId: string | undefined,
  params?: { namespace: 'eip155' },
): Promise<ConnectFor | undefined> {
  let target: ConnectFor | undefined
  function Screen() {
    target = useConnectFor(connectorId)
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => act(() => root.unmount()))
  await act(() =>
    root.render(
      <KitProvider kit={kit}>
        <RouterContext.Provider value={createRouter({ view: 'Connect', params })}>
          <Screen />
        </RouterContext.Provider>
      </KitProvider>,
    ),
  )
  return target
}

test('a login connects in the namespace of the network that the visitor has chosen', async () => {
  const kit = await start()
  expect(await targetOf(kit, login.id)).toEqual({ namespace: 'eip155' })
  await kit.switchNetwork({ networkId: `bip122:${bitcoin.id}` })
  expect(await targetOf(kit, login.id)).toEqual({ namespace: 'bip122' })
  expect(await targetOf(kit, login.id, { namespace: 'eip155' })).toEqual({ namespace: 'eip155' })
})

test('no namespace is named for a connector that lacks the chosen one, and for the list of wallets', async () => {
  const kit = await start()
  await kit.switchNetwork({ networkId: `bip122:${bitcoin.id}` })
  expect(await targetOf(kit, other.id)).toEqual({})
  expect(await targetOf(kit, undefined)).toEqual({})
})
