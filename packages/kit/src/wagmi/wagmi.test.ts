import { connect, createConfig, createStorage, disconnect, getConnection, http, injected, reconnect, switchChain, switchConnection } from '@wagmi/core'
import * as times from '@latchkey/protocol/times'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../core/storage.ts'
import { deafChains, networkOf, reasonOf, startTestKit, startTestWallet } from '../connection/startTestKit.ts'
import { createDevelopmentWallet } from '../testing/developmentWallet.ts'
import type { WalletProvider } from '../testing/walletProvider.ts'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { kitConnector } from './kitConnector.ts'
import { wagmi } from './wagmi.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = networkOf(deafChains[0])

beforeEach(() => void startTestPage())

/** A site with a wagmi config of its own and one wallet in it, and a kit over both. */
function startOnSite() {
  const wallet = startTestWallet({ rdns: 'org.example.site' })
  const provider = wallet.provider as WalletProvider & { isMetaMask?: true } // wagmi's type has flags that are not needed here
  const target = { id: 'site-wallet', name: 'Site\u202E wallet', provider: provider as never }
  const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: [injected({ target })], multiInjectedProviderDiscovery: false, storage: null })
  return { wallet, config, ...startTestKit({ networks: [chain], sources: [wagmi(config)] }) }
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

test('a connector that the site made on the spot is followed, too, though its config does not list it', async () => {
  const wallet = createDevelopmentWallet({ chains: deafChains, rdns: 'a' })
  const { kit, config, until } = startOnSite()
  await until((state) => state.connectors.length > 0)
  const connector = injected({ target: { id: 'a', name: 'A', provider: wallet.provider as never } })
  await connect(config, { connector })
  expect((await until(({ sessions }) => sessions.eip155?.status === 'connected')).sessions.eip155).toMatchObject({ current: { connectorId: 'a', accounts: [first] } })
  await kit.disconnect()
  expect(config.state).toMatchObject({ status: 'disconnected' })
})

test('a visitor whom the site connected is not disconnected while the next visit looks for the connection', async () => {
  const { kit, config, storage, until, stop } = startOnSite()
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector })
  await until(({ sessions }) => sessions.eip155?.status === 'connected')
  expect(kit.context.storage.get('recent-connector')).toBe('site-wallet') // that visit waits for this connector
  stop()
  const { states } = startTestKit({ networks: [chain], storage, sources: [wagmi(config)] })
  expect(states[0]?.sessions.eip155).toEqual({ status: 'connecting', lastKnown: { address: first, networkId: 'eip155:31337' } })
})

test('of three wallets of the site the current one stays it when another is left', async () => {
  const target = (id: string) => ({ id, name: id, provider: createDevelopmentWallet({ chains: deafChains, rdns: id }).provider as never })
  const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: ['a', 'b', 'c'].map((id) => injected({ target: target(id) })), multiInjectedProviderDiscovery: false, storage: null })
  const { kit, until } = startTestKit({ networks: [chain], sources: [wagmi(config)] })
  await until((state) => state.connectors.length === 3)
  for (const connectorId of ['a', 'b', 'c']) await kit.connect({ connectorId })
  await kit.disconnect({ connectorId: 'a' })
  expect(kit.getState().sessions.eip155).toMatchObject({ current: { connectorId: 'c' }, others: [{ connectorId: 'b' }] })
})

test('of two wallets of the site the one that the site chose is the current one of the next visit', async () => {
  const [chosen, other] = ['a', 'b'].map((id) => createDevelopmentWallet({ chains: deafChains, rdns: id }))
  const [sites, storage] = [memoryStorage(), memoryStorage()]
  const visit = () => {
    const connectors = [chosen, other].map((wallet) => injected({ target: { id: wallet?.info.rdns ?? '', name: 'Wallet', provider: wallet?.provider as never } }))
    const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors, multiInjectedProviderDiscovery: false, storage: createStorage({ storage: sites }) })
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
  await until(({ sessions }) => sessions.eip155?.status === 'connected' && sessions.eip155.others.length === 1)
  await until(({ ready }) => ready)
  expect(kit.getState().sessions.eip155).toMatchObject({ current: { connectorId: 'a' } })
  expect(getConnection(config).connector?.id).toBe('a')
})

test('what wagmi keeps of an earlier visit is no connection before it has reconnected', async () => {
  const wallet = createDevelopmentWallet({ chains: deafChains, rdns: 'a' })
  const [sites, storage] = [memoryStorage(), memoryStorage()]
  const visit = () => {
    const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: [injected({ target: { id: 'a', name: 'A', provider: wallet.provider as never } })], multiInjectedProviderDiscovery: false, storage: createStorage({ storage: sites }) })
    return { config, ...startTestKit({ networks: [chain], sources: [wagmi(config)], storage }) }
  }
  const before = visit()
  await before.until((state) => state.connectors.length === 1)
  await before.kit.connect({ connectorId: 'a' })
  before.stop()

  const { kit, clock, until } = visit()
  const { sessions } = await until((state) => state.connectors.length === 1)
  expect(sessions.eip155).toEqual({ status: 'connecting', lastKnown: { address: first, networkId: 'eip155:31337' } })
  clock.advance(times.announcement)
  await until(({ sessions }) => sessions.eip155?.status === 'connected')
  expect(await kit.request({ method: 'personal_sign', params: ['0x00', first] })).toMatch(/^0x/)
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

test('a network of the site’s is gone to by wagmi’s own action', async () => {
  const chains = deafChains.map(networkOf) as [ReturnType<typeof networkOf>, ReturnType<typeof networkOf>]
  const wallet = startTestWallet({ rdns: 'org.example.site' })
  const target = { id: 'site-wallet', name: 'Site wallet', provider: wallet.provider as never }
  const config = createConfig({ chains, transports: { [chains[0].id]: http(), [chains[1].id]: http() }, connectors: [injected({ target })], multiInjectedProviderDiscovery: false, storage: null })
  const { kit, until } = startTestKit({ sources: [wagmi(config)] })
  await until((state) => state.connectors.length > 0)
  await kit.connect({ connectorId: 'site-wallet' })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(config.state.connections.get(config.state.current ?? '')?.chainId).toBe(31338)
  expect(kit.getState().sessions.eip155).toMatchObject({ current: { networkId: 'eip155:31338' } })
})

describe('a network that was chosen before connecting', () => {
  /** A kit over a site's config with a wallet that approves everything but the network, which `decide` answers. */
  async function startChosen(decide: () => Promise<unknown>, others: Record<string, () => unknown> = {}) {
    const chains = deafChains.map(networkOf) as [ReturnType<typeof networkOf>, ReturnType<typeof networkOf>]
    const answers: Record<string, () => unknown> = { eth_requestAccounts: () => [first], eth_accounts: () => [first], eth_chainId: () => '0x7a69', wallet_requestPermissions: () => [], wallet_switchEthereumChain: decide, ...others }
    const asked: string[] = []
    const request = async ({ method }: { method: string }) => (asked.push(method), answers[method]?.())
    const target = { id: 'strict', name: 'Strict', provider: { on() {}, removeListener() {}, request } as never }
    const config = createConfig({ chains, transports: { [chains[0].id]: http(), [chains[1].id]: http() }, connectors: [injected({ target })], multiInjectedProviderDiscovery: false, storage: null })
    const started = startTestKit({ sources: [wagmi(config)] })
    await started.until((state) => state.connectors.length > 0)
    await started.kit.switchNetwork({ networkId: 'eip155:31338' })
    const sides = () => ({ kit: started.session()?.status, wagmi: config.state.status, recent: started.kit.context.storage.get('recent-connector') })
    const [connector] = config.connectors
    if (!connector) throw new Error('no connector')
    return { ...started, config, connector, sides, asked, isAsked: () => asked.includes('wallet_switchEthereumChain'), requests: () => asked.filter((method) => method === 'wallet_switchEthereumChain').length }
  }
  const refuse = async () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  const neither = { kit: 'disconnected', wagmi: 'disconnected', recent: undefined }

  test('and is refused: the wallet is connected on its own network, on both sides, and asked once', async () => {
    const { kit, config, sides, requests } = await startChosen(refuse)
    expect(await kit.connect({ connectorId: 'strict' })).toMatchObject({ networkId: 'eip155:31337' })
    expect(sides()).toEqual({ kit: 'connected', wagmi: 'connected', recent: 'strict' })
    expect(getConnection(config)).toMatchObject({ chainId: 31337, address: first })
    expect(requests()).toBe(1)
  })

  test('and is never answered: connecting ends with its limit, on both sides, and can be repeated', async () => {
    let decide: () => Promise<unknown> = () => new Promise(() => {})
    const { kit, clock, sides, isAsked } = await startChosen(() => decide())
    const connecting = reasonOf(kit.connect({ connectorId: 'strict' }))
    await vi.waitFor(() => expect(isAsked()).toBe(true))
    expect(sides()).toEqual({ kit: 'connecting', wagmi: 'connected', recent: undefined }) // the wallet has approved its accounts
    clock.advance(times.walletDecision)
    expect(await connecting).toMatchObject({ code: 'walletTimeout' })
    await vi.waitFor(() => expect(sides()).toEqual(neither))
    decide = refuse
    expect(await kit.connect({ connectorId: 'strict' })).toMatchObject({ networkId: 'eip155:31337' })
    expect(sides()).toEqual({ kit: 'connected', wagmi: 'connected', recent: 'strict' })
  })

  test('and the visitor turns back: nobody is connected on either side, also if the wallet switches later', async () => {
    let approve: (value: unknown) => void = () => {}
    const { kit, config, sides, isAsked } = await startChosen(() => new Promise((resolve) => (approve = resolve)))
    const controller = new AbortController()
    const connecting = reasonOf(kit.connect({ connectorId: 'strict', signal: controller.signal }))
    await vi.waitFor(() => expect(isAsked()).toBe(true))
    controller.abort()
    expect(await connecting).toMatchObject({ code: 'requestAborted' })
    await vi.waitFor(() => expect(sides()).toEqual(neither))
    approve(null)
    const [connector] = config.connectors
    if (!connector) throw new Error('The config has a connector')
    await connect(config, { connector }) // the site's own button
    await vi.waitFor(() => expect(sides()).toEqual({ kit: 'connected', wagmi: 'connected', recent: 'strict' }))
  })

  /** The wallet's first question about accounts stays open until `answer` is called. */
  function openFirst() {
    let answer: { approve: (permissions: unknown) => void; refuse: (error: Error) => void } | undefined
    const wallet_requestPermissions = () => (answer ? [] : new Promise((approve, refuse) => (answer = { approve, refuse })))
    return { wallet_requestPermissions, approve: () => answer?.approve([]), refuse: () => answer?.refuse(Object.assign(new Error('no'), { code: 4001 })) }
  }
  const both = { kit: 'connected', wagmi: 'connected', recent: 'strict' }

  test('what the site connects is followed, also after a visitor has turned back from a question that is still open, and answers it late', async () => {
    const { wallet_requestPermissions, approve } = openFirst()
    const { kit, config, connector, asked, sides } = await startChosen(refuse, { wallet_requestPermissions })
    const controller = new AbortController()
    const connecting = reasonOf(kit.connect({ connectorId: 'strict', signal: controller.signal }))
    await vi.waitFor(() => expect(asked).toContain('wallet_requestPermissions'))
    controller.abort()
    await connecting
    await connect(config, { connector })
    await vi.waitFor(() => expect(sides()).toEqual(both))
    approve()
    await new Promise((resolve) => setTimeout(resolve)) // whatever the late answer begins has begun by now
    await vi.waitFor(() => expect(sides()).toEqual(both))
  })

  test('what the site connects is followed, also where the kit’s own attempt is refused afterwards', async () => {
    const { wallet_requestPermissions, refuse: refuseFirst } = openFirst()
    const { kit, config, connector, asked, sides } = await startChosen(refuse, { wallet_requestPermissions })
    const connecting = reasonOf(kit.connect({ connectorId: 'strict' }))
    await vi.waitFor(() => expect(asked).toContain('wallet_requestPermissions'))
    await connect(config, { connector })
    refuseFirst()
    expect(await connecting).toMatchObject({ code: 'userRejected' })
    await vi.waitFor(() => expect(sides()).toEqual(both))
  })

  test('a site that disconnects during the question about the network ends it, and what it connects then is followed', async () => {
    const { kit, config, connector, sides, isAsked } = await startChosen(() => new Promise(() => {}))
    const connecting = reasonOf(kit.connect({ connectorId: 'strict' }))
    await vi.waitFor(() => expect(isAsked()).toBe(true))
    await disconnect(config, { connector })
    expect(await connecting).toMatchObject({ code: 'providerDisconnected' })
    expect(sides()).toEqual(neither)
    await connect(config, { connector })
    await vi.waitFor(() => expect(sides()).toEqual(both))
  })
})

describe('a connector over the kit', () => {
  function start(chains: readonly [typeof chain, ...(typeof chain)[]] = [chain]) {
    const wallet = startTestWallet()
    const { kit, ...started } = startTestKit({ networks: chains })
    const config = createConfig({ chains, transports: Object.fromEntries(chains.map(({ id }) => [id, http()])), connectors: [kitConnector(kit)], multiInjectedProviderDiscovery: false, storage: null })
    const [connector] = config.connectors
    if (!connector) throw new Error('The config has a connector')
    return { wallet, kit, config, connector, ...started }
  }

  test('what the kit connects, wagmi is connected to, and follows', async () => {
    const { kit, config, wallet } = start()
    await kit.connect({ connectorId: wallet.info.rdns })
    await expect.poll(() => getConnection(config)).toMatchObject({ status: 'connected', address: first, chainId: 31337 })
    wallet.selectAccount('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await expect.poll(() => getConnection(config).address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await kit.disconnect()
    await expect.poll(() => getConnection(config).status).toBe('disconnected')
  })

  test('what wagmi connects by it opens the modal, and what it disconnects leaves the kit', async () => {
    const { kit, config, connector, wallet, until } = start()
    const connecting = connect(config, { connector })
    await until(({ modal }) => modal.open)
    await kit.connect({ connectorId: wallet.info.rdns })
    kit.close()
    expect((await connecting).accounts).toEqual([first])
    await disconnect(config, { connector })
    expect(kit.getState().sessions.eip155).toEqual({ status: 'disconnected' })
  })

  test('tells a refusal as wagmi’s own connectors do', async () => {
    const { kit, config, connector, wallet, until } = start([chain, networkOf(deafChains[1])])
    const connecting = reasonOf(connect(config, { connector }))
    await until(({ modal }) => modal.open)
    kit.close()
    expect(await connecting).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    await kit.connect({ connectorId: wallet.info.rdns })
    await expect.poll(() => getConnection(config).status).toBe('connected')
    wallet.setBehaviour('refuse')
    expect(await reasonOf(switchChain(config, { chainId: 31338 }))).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    wallet.setBehaviour('pending')
    expect(await reasonOf(switchChain(config, { chainId: 31338 }))).toMatchObject({ name: 'ResourceUnavailableRpcError', code: -32002 })
    expect(await reasonOf(switchChain(config, { chainId: 5 as never }))).toMatchObject({ name: 'SwitchChainError' })
  })

  test('after a reload wagmi is not disconnected while the kit looks for its connection', async () => {
    const before = start()
    await before.kit.connect({ connectorId: before.wallet.info.rdns })
    before.stop()
    const { kit, clock, until } = startTestKit({ networks: [chain], storage: before.storage })
    const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: [kitConnector(kit)], multiInjectedProviderDiscovery: false, storage: null })
    const statuses: string[] = []
    config.subscribe(({ status }) => status, (status) => statuses.push(status))
    const reconnecting = reconnect(config)
    clock.advance(times.announcement)
    await until(({ sessions }) => sessions.eip155?.status === 'connected')
    expect((await reconnecting)[0]?.accounts).toEqual([first])
    expect(statuses).toEqual(['connecting', 'connected']) // wagmi's state without a storage of its own
  })

  test('wagmi waits for a kit that is never started no longer than for a wallet', async () => {
    const before = start()
    await before.kit.connect({ connectorId: before.wallet.info.rdns })
    before.stop()
    const { kit, clock, stop } = startTestKit({ networks: [chain], storage: before.storage })
    stop()
    const config = createConfig({ chains: [chain], transports: { [chain.id]: http() }, connectors: [kitConnector(kit)], multiInjectedProviderDiscovery: false, storage: null })
    const reconnecting = reconnect(config)
    await clock.asked(times.reconnect)
    clock.advance(times.reconnect)
    expect(await reconnecting).toEqual([])
    expect(config.state.status).toBe('disconnected')
  })
})

test('who turns back from a third wallet stays at the one that is in use', async () => {
  const chains = deafChains.map(networkOf) as [ReturnType<typeof networkOf>, ReturnType<typeof networkOf>]
  const asked: string[] = []
  const answers: Record<string, () => unknown> = { eth_requestAccounts: () => [first], eth_accounts: () => [first], eth_chainId: () => '0x7a69', wallet_requestPermissions: () => [], wallet_switchEthereumChain: () => new Promise(() => {}) }
  const third = { on() {}, removeListener() {}, request: async ({ method }: { method: string }) => (asked.push(method), answers[method]?.()) }
  const targets = [...['a', 'b'].map((id) => ({ id, provider: startTestWallet({ rdns: id }).provider })), { id: 'third', provider: third }]
  const config = createConfig({ chains, transports: { [chains[0].id]: http(), [chains[1].id]: http() }, connectors: targets.map(({ id, provider }) => injected({ target: { id, name: id, provider: provider as never } })), multiInjectedProviderDiscovery: false, storage: null })
  const { kit, until, session } = startTestKit({ sources: [wagmi(config)] })
  await until((state) => state.connectors.length === 3)
  for (const connectorId of ['a', 'b']) await kit.connect({ connectorId })
  const controller = new AbortController()
  const connecting = reasonOf(kit.connect({ connectorId: 'third', networkId: 'eip155:31338', signal: controller.signal }))
  await vi.waitFor(() => expect(asked).toContain('wallet_switchEthereumChain'))
  controller.abort()
  await connecting
  await vi.waitFor(() => expect([...config.state.connections.values()].map(({ connector }) => connector.id)).toEqual(['a', 'b']))
  await vi.waitFor(() => expect(config.state.connections.get(config.state.current ?? '')?.connector.id).toBe('b'))
  expect(session()).toMatchObject({ current: { connectorId: 'b' } })
})
