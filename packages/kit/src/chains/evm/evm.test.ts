import { connect, createConfig, disconnect, http, injected } from '@wagmi/core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { deafChains, networkOf, reasonOf, startTestKit, startTestWallet } from '../../connection/startTestKit.ts'
import { createDevelopmentWallet } from '../../testing/developmentWallet.ts'
import type { WalletProvider } from '../../testing/walletProvider.ts'
import { evm } from './evm.ts'
import { startTestPage } from './startTestPage.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = networkOf(deafChains[0])

beforeEach(() => void startTestPage())

/** A site with a wagmi config of its own and one wallet in it, and a kit over both. */
function startOnSite() {
  const wallet = startTestWallet({ rdns: 'org.example.site' })
  const provider = wallet.provider as WalletProvider & { isMetaMask?: true } // wagmi's type names flags that nobody asks for here
  const target = { id: 'site-wallet', name: 'Site\u202E wallet', provider: provider as never }
  const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: [injected({ target })], multiInjectedProviderDiscovery: false, storage: null })
  return { wallet, config, ...startTestKit({ networks: [chain], adapters: [evm({ wagmiConfig: config })] }) }
}

test('lists the wallets of the site\'s own config, and nothing it found itself', async () => {
  const { until } = startOnSite()
  const { connectors } = await until((state) => state.connectors.length > 0)
  expect(connectors).toEqual([{ id: 'site-wallet', name: 'Site wallet', icon: undefined, namespace: 'eip155', type: 'injected' }])
})

test('what the kit connects, the site is connected to', async () => {
  const { kit, config, until } = startOnSite()
  await until((state) => state.connectors.length > 0)
  expect(await kit.connect({ connectorId: 'site-wallet' })).toMatchObject({ address: first })
  expect(config.state).toMatchObject({ status: 'connected' })
  await kit.disconnect()
  expect(config.state).toMatchObject({ status: 'disconnected' })
})

test('what the site connects and disconnects, the kit follows', async () => {
  const { config, until } = startOnSite()
  await until((state) => state.connectors.length > 0)
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector })
  expect((await until(({ sessions }) => sessions.eip155?.status === 'connected')).sessions.eip155).toMatchObject({ current: { connectorId: 'site-wallet', accounts: [first] } })
  await disconnect(config, { connector })
  await until(({ sessions }) => sessions.eip155?.status === 'disconnected')
})

test('of three wallets of the site the current one stays it when another is left', async () => {
  const target = (id: string) => ({ id, name: id, provider: createDevelopmentWallet({ chains: deafChains, rdns: id }).provider as never })
  const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: ['a', 'b', 'c'].map((id) => injected({ target: target(id) })), multiInjectedProviderDiscovery: false, storage: null })
  const { kit, until } = startTestKit({ networks: [chain], adapters: [evm({ wagmiConfig: config })] })
  await until((state) => state.connectors.length === 3)
  for (const connectorId of ['a', 'b', 'c']) await kit.connect({ connectorId })
  await kit.disconnect({ connectorId: 'a' })
  expect(kit.getState().sessions.eip155).toMatchObject({ current: { connectorId: 'c' }, others: [{ connectorId: 'b' }] })
})

test('follows the site no more after its stop', async () => {
  const { kit, config, until, stop } = startOnSite()
  await until((state) => state.connectors.length > 0)
  stop()
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector })
  expect(kit.getState().sessions.eip155?.status ?? 'disconnected').toBe('disconnected')
})

test('a wallet of the site that is refused is one that is refused', async () => {
  const { kit, wallet, until, session } = startOnSite()
  await until((state) => state.connectors.length > 0)
  wallet.setBehaviour('refuse')
  expect(await reasonOf(kit.connect({ connectorId: 'site-wallet' }))).toMatchObject({ code: 'userRejected' })
  expect(session()).toEqual({ status: 'disconnected' })
})

test('one kit asks every wallet of the page to announce itself, and shows what it says', async () => {
  const wallet = startTestWallet({ name: 'Bakery wallet' })
  const { kit } = startTestKit()
  expect(kit.getState().connectors).toEqual([{ id: wallet.info.rdns, name: 'Bakery wallet', icon: wallet.info.icon, namespace: 'eip155', type: 'injected' }])
  onTestFinished(wallet.close)
})
