import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  http,
  injected,
  reconnect,
  switchChain,
  switchConnection,
} from '@wagmi/core'
import * as times from '@latchkey/protocol/times'
import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../../core/storage/storage.ts'
import {
  deafChains,
  networkOf,
  reasonOf,
  startTestKit,
  startTestWallet,
} from '../../session/startTestKit.ts'
import { createDevelopmentWallet } from '../../testing/developmentWallet.ts'
import type { WalletProvider } from '../../testing/walletProvider.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { kitConnector } from './kitConnector.ts'
import { wagmi } from './wagmi.ts'
import { contextOf } from '../../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = networkOf(deafChains[0])

beforeEach(() => void startTestPage())

/** Makes a site's own wagmi config with one wallet in it, and a kit over that config. */
function startOnSite() {
  const wallet = startTestWallet({ rdns: 'org.example.site' })
  // wagmi's type needs a flag that these tests do not use
  const provider = wallet.provider as WalletProvider & { isMetaMask?: true }
  const target = { id: 'site-wallet', name: 'Site\u202E wallet', provider: provider as never }
  const config = createConfig({
    chains: [chain],
    transports: { [chain.id]: http() },
    connectors: [injected({ target })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  return { wallet, config, ...startTestKit({ networks: [chain], sources: [wagmi(config)] }) }
}

test('only the wallets of the site’s config are listed', async () => {
  const { until } = startOnSite()
  const { connectors } = await until((state) => state.connectors.length > 0)
  expect(connectors).toEqual([
    {
      id: 'site-wallet',
      name: 'Site wallet',
      icon: undefined,
      namespace: 'eip155',
      type: 'injected',
    },
  ])
})

test('the site’s config follows a connect and a disconnect by the kit', async () => {
  const { kit, config, until } = startOnSite()
  await until((state) => state.connectors.length > 0)
  expect(await kit.connect({ connectorId: 'site-wallet' })).toMatchObject({ address: first })
  expect(config.state).toMatchObject({ status: 'connected' })
  await kit.disconnect()
  expect(config.state).toMatchObject({ status: 'disconnected' })
})

test('the kit follows a connect and a disconnect by the site', async () => {
  const { config, until } = startOnSite()
  await until((state) => state.connectors.length > 0)
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector })
  expect(
    (await until(({ sessions }) => sessions.eip155?.status === 'connected')).sessions.eip155,
  ).toMatchObject({ current: { connectorId: 'site-wallet', accounts: [{ address: first }] } })
  await disconnect(config, { connector })
  await until(({ sessions }) => sessions.eip155?.status === 'disconnected')
})

test('the kit follows a connector that the site’s config does not list', async () => {
  const wallet = createDevelopmentWallet({ chains: deafChains, rdns: 'a' })
  const { kit, config, until } = startOnSite()
  await until((state) => state.connectors.length > 0)
  const connector = injected({ target: { id: 'a', name: 'A', provider: wallet.provider as never } })
  await connect(config, { connector })
  expect(
    (await until(({ sessions }) => sessions.eip155?.status === 'connected')).sessions.eip155,
  ).toMatchObject({ current: { connectorId: 'a', accounts: [{ address: first }] } })
  await kit.disconnect()
  expect(config.state).toMatchObject({ status: 'disconnected' })
})

test('on the next visit the session starts as `connecting`, with the last known account', async () => {
  const { kit, config, storage, until, stop } = startOnSite()
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector })
  await until(({ sessions }) => sessions.eip155?.status === 'connected')
  // so the next visit waits for this connector
  expect(contextOf(kit).storage.get('recent-connector')).toBe('site-wallet')
  stop()
  const { states } = startTestKit({ networks: [chain], storage, sources: [wagmi(config)] })
  expect(states[0]?.sessions.eip155).toEqual({
    status: 'connecting',
    lastKnown: { address: first, networkId: 'eip155:31337' },
  })
})

test('of three wallets, the current one stays when another is disconnected', async () => {
  const target = (id: string) => ({
    id,
    name: id,
    provider: createDevelopmentWallet({ chains: deafChains, rdns: id }).provider as never,
  })
  const config = createConfig({
    chains: [chain],
    transports: { [chain.id]: http() },
    connectors: ['a', 'b', 'c'].map((id) => injected({ target: target(id) })),
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const { kit, until } = startTestKit({ networks: [chain], sources: [wagmi(config)] })
  await until((state) => state.connectors.length === 3)
  for (const connectorId of ['a', 'b', 'c']) await kit.connect({ connectorId })
  await kit.disconnect({ connectorId: 'a' })
  expect(kit.getState().sessions.eip155).toMatchObject({
    current: { connectorId: 'c' },
    others: [{ connectorId: 'b' }],
  })
})

test('the wallet that the site selected is the current one on the next visit', async () => {
  const [chosen, other] = ['a', 'b'].map((id) =>
    createDevelopmentWallet({ chains: deafChains, rdns: id }),
  )
  const [sites, storage] = [memoryStorage(), memoryStorage()]
  const visit = () => {
    const connectors = [chosen, other].map((wallet) =>
      injected({
        target: {
          id: wallet?.info.rdns ?? '',
          name: 'Wallet',
          provider: wallet?.provider as never,
        },
      }),
    )
    const config = createConfig({
      chains: [chain],
      transports: { [chain.id]: http() },
      connectors,
      multiInjectedProviderDiscovery: false,
      storage: createStorage({ storage: sites }),
    })
    return { config, ...startTestKit({ networks: [chain], sources: [wagmi(config)], storage }) }
  }
  const before = visit()
  await before.until((state) => state.connectors.length === 2)
  for (const connectorId of ['a', 'b']) await before.kit.connect({ connectorId })
  const connector = before.config.connectors.find(({ id }) => id === 'a')
  if (!connector) throw new Error('The config has a connector')
  await switchConnection(before.config, { connector })
  before.stop()

  const { kit, config, clock, until } = visit()
  clock.advance(times.announcement)
  await until(
    ({ sessions }) =>
      sessions.eip155?.status === 'connected' && sessions.eip155.others.length === 1,
  )
  await until(({ ready }) => ready)
  expect(kit.getState().sessions.eip155).toMatchObject({ current: { connectorId: 'a' } })
  expect(getConnection(config).connector?.id).toBe('a')
})

test('a connection stored by wagmi is used only after wagmi has reconnected', async () => {
  const wallet = createDevelopmentWallet({ chains: deafChains, rdns: 'a' })
  const [sites, storage] = [memoryStorage(), memoryStorage()]
  const visit = () => {
    const config = createConfig({
      chains: [chain],
      transports: { [chain.id]: http() },
      connectors: [
        injected({ target: { id: 'a', name: 'A', provider: wallet.provider as never } }),
      ],
      multiInjectedProviderDiscovery: false,
      storage: createStorage({ storage: sites }),
    })
    return { config, ...startTestKit({ networks: [chain], sources: [wagmi(config)], storage }) }
  }
  const before = visit()
  await before.until((state) => state.connectors.length === 1)
  await before.kit.connect({ connectorId: 'a' })
  before.stop()

  const { kit, clock, until } = visit()
  const { sessions } = await until((state) => state.connectors.length === 1)
  expect(sessions.eip155).toEqual({
    status: 'connecting',
    lastKnown: { address: first, networkId: 'eip155:31337' },
  })
  clock.advance(times.announcement)
  await until(({ sessions }) => sessions.eip155?.status === 'connected')
  expect(await kit.request({ method: 'personal_sign', params: ['0x00', first] })).toMatch(/^0x/)
})

test('after a stop the kit no longer follows the site', async () => {
  const { kit, config, until, stop } = startOnSite()
  await until((state) => state.connectors.length > 0)
  stop()
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector })
  expect(kit.getState().sessions.eip155?.status ?? 'disconnected').toBe('disconnected')
})

test('if the wallet refuses, connect rejects with `userRejected`', async () => {
  const { kit, wallet, until, session } = startOnSite()
  await until((state) => state.connectors.length > 0)
  wallet.setBehaviour('refuse')
  expect(await reasonOf(kit.connect({ connectorId: 'site-wallet' }))).toMatchObject({
    code: 'userRejected',
  })
  expect(session()).toEqual({ status: 'disconnected' })
})

test('a network switch by the kit also switches wagmi’s chain', async () => {
  const chains = deafChains.map(networkOf) as [
    ReturnType<typeof networkOf>,
    ReturnType<typeof networkOf>,
  ]
  const wallet = startTestWallet({ rdns: 'org.example.site' })
  const target = { id: 'site-wallet', name: 'Site wallet', provider: wallet.provider as never }
  const config = createConfig({
    chains,
    transports: { [chains[0].id]: http(), [chains[1].id]: http() },
    connectors: [injected({ target })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const { kit, until } = startTestKit({ sources: [wagmi(config)] })
  await until((state) => state.connectors.length > 0)
  await kit.connect({ connectorId: 'site-wallet' })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(config.state.connections.get(config.state.current ?? '')?.chainId).toBe(31338)
  expect(kit.getState().sessions.eip155).toMatchObject({ current: { networkId: 'eip155:31338' } })
})

describe('the kit’s wagmi connector', () => {
  function start(chains: readonly [typeof chain, ...(typeof chain)[]] = [chain]) {
    const wallet = startTestWallet()
    const { kit, ...started } = startTestKit({ networks: chains })
    const config = createConfig({
      chains,
      transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
      connectors: [kitConnector(kit)],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('The config has a connector')
    return { wallet, kit, config, connector, ...started }
  }

  test('wagmi follows a connect, an account change and a disconnect of the kit', async () => {
    const { kit, config, wallet } = start()
    await kit.connect({ connectorId: wallet.info.rdns })
    await expect
      .poll(() => getConnection(config))
      .toMatchObject({ status: 'connected', address: first, chainId: 31337 })
    wallet.selectAccount('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await expect
      .poll(() => getConnection(config).address)
      .toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await kit.disconnect()
    await expect.poll(() => getConnection(config).status).toBe('disconnected')
  })

  test('the connector has the name of the connected wallet, or of the kit if none is connected', async () => {
    const { kit, config, wallet, connector } = start()
    expect(connector).toMatchObject({ id: 'latchkey', name: 'Latchkey', icon: undefined })
    await kit.connect({ connectorId: wallet.info.rdns })
    await expect
      .poll(() => getConnection(config).connector)
      .toMatchObject({
        id: 'latchkey',
        type: 'latchkey',
        name: wallet.info.name,
        icon: wallet.info.icon,
        rdns: wallet.info.rdns,
      })
    const second = startTestWallet({ name: 'Second', rdns: 'org.example.second' })
    await kit.connect({ connectorId: second.info.rdns })
    expect(getConnection(config).connector).toMatchObject({
      name: 'Second',
      rdns: 'org.example.second',
    })
    await kit.disconnect()
    // the wallet that was connected first is the current one again
    expect(connector).toMatchObject({ name: wallet.info.name, rdns: wallet.info.rdns })
    await kit.disconnect()
    expect(connector).toMatchObject({ name: 'Latchkey', icon: undefined, rdns: undefined })
  })

  test('a connect by wagmi opens the modal, and a disconnect by wagmi disconnects the kit', async () => {
    const { kit, config, connector, wallet, until } = start()
    const connecting = connect(config, { connector })
    await until(({ modal }) => modal.open)
    await kit.connect({ connectorId: wallet.info.rdns })
    kit.close()
    expect((await connecting).accounts).toEqual([first])
    await disconnect(config, { connector })
    expect(kit.getState().sessions.eip155).toEqual({ status: 'disconnected' })
  })

  test('a refusal gives the same errors as wagmi’s own connectors', async () => {
    const { kit, config, connector, wallet, until } = start([chain, networkOf(deafChains[1])])
    const connecting = reasonOf(connect(config, { connector }))
    await until(({ modal }) => modal.open)
    kit.close()
    expect(await connecting).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    await kit.connect({ connectorId: wallet.info.rdns })
    await expect.poll(() => getConnection(config).status).toBe('connected')
    wallet.setBehaviour('refuse')
    expect(await reasonOf(switchChain(config, { chainId: 31338 }))).toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
    wallet.setBehaviour('pending')
    expect(await reasonOf(switchChain(config, { chainId: 31338 }))).toMatchObject({
      name: 'ResourceUnavailableRpcError',
      code: -32002,
    })
    expect(await reasonOf(switchChain(config, { chainId: 5 as never }))).toMatchObject({
      name: 'SwitchChainError',
    })
  })

  test('after a reload wagmi stays `connecting` until the kit has restored its connection', async () => {
    const before = start()
    await before.kit.connect({ connectorId: before.wallet.info.rdns })
    before.stop()
    const { kit, clock, until } = startTestKit({ networks: [chain], storage: before.storage })
    const config = createConfig({
      chains: [chain],
      transports: { [chain.id]: http() },
      connectors: [kitConnector(kit)],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    const statuses: string[] = []
    config.subscribe(
      ({ status }) => status,
      (status) => statuses.push(status),
    )
    const reconnecting = reconnect(config)
    clock.advance(times.announcement)
    await until(({ sessions }) => sessions.eip155?.status === 'connected')
    expect((await reconnecting)[0]?.accounts).toEqual([first])
    // wagmi does not report `reconnecting`: this config has no storage, so wagmi does not know the
    // earlier connection
    expect(statuses).toEqual(['connecting', 'connected'])
  })

  test('if the kit is never started, wagmi’s reconnect ends after the limit', async () => {
    const before = start()
    await before.kit.connect({ connectorId: before.wallet.info.rdns })
    before.stop()
    const { kit, clock, stop } = startTestKit({ networks: [chain], storage: before.storage })
    stop()
    const config = createConfig({
      chains: [chain],
      transports: { [chain.id]: http() },
      connectors: [kitConnector(kit)],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    const reconnecting = reconnect(config)
    await clock.scheduled(times.reconnect)
    clock.advance(times.reconnect)
    expect(await reconnecting).toEqual([])
    expect(config.state.status).toBe('disconnected')
  })
})

test('after a reload, wagmi’s reconnect waits for the kit’s provider and connects', async () => {
  const wallet = startTestWallet()
  const visit = startTestKit()
  await visit.kit.connect({ connectorId: wallet.info.rdns })
  visit.stop()
  const { kit, clock } = startTestKit({ storage: visit.storage })
  // `getProvider` returns an EIP-1193 provider
  const target = { id: 'kit', name: 'Kit', provider: kit.getProvider() as never }
  const config = createConfig({
    chains: [chain],
    transports: { [chain.id]: http() },
    connectors: [injected({ target, shimDisconnect: false })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const reconnecting = reconnect(config, { connectors: config.connectors })
  clock.advance(50)
  expect(await reconnecting).toMatchObject([{ accounts: [first] }])
  expect(getConnection(config)).toMatchObject({ status: 'connected', address: first })
})
