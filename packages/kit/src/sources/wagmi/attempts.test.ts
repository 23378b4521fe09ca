/**
 * Tests of `kit.connect` with a wallet of the site's wagmi config, while the site itself connects
 * or disconnects this wallet, and while the wallet has an open request to switch the network.
 */
import { connect, createConfig, disconnect, getConnection, http, injected } from '@wagmi/core'
import { formatNetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { beforeEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import {
  deafChains,
  networkOf,
  reasonOf,
  startTestKit,
  startTestWallet,
} from '../../session/startTestKit.ts'
import { wagmi } from './wagmi.ts'
import { contextOf } from '../../core/kit/context.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeEach(() => void startTestPage())

/**
 * Starts a kit over a site's config, with a wallet that approves everything. Only a request to
 * switch the network is answered by `decide`.
 */
async function startChosen(
  decide: () => Promise<unknown>,
  others: Record<string, () => unknown> = {},
) {
  const chains = deafChains.map(networkOf) as [
    ReturnType<typeof networkOf>,
    ReturnType<typeof networkOf>,
  ]
  const answers: Record<string, () => unknown> = {
    eth_requestAccounts: () => [first],
    eth_accounts: () => [first],
    eth_chainId: () => '0x7a69',
    wallet_requestPermissions: () => [],
    wallet_switchEthereumChain: decide,
    ...others,
  }
  const requests: string[] = []
  const request = async ({ method }: { method: string }) => (
    requests.push(method), answers[method]?.()
  )
  const target = {
    id: 'strict',
    name: 'Strict',
    provider: { on() {}, removeListener() {}, request } as never,
  }
  const config = createConfig({
    chains,
    transports: { [chains[0].id]: http(), [chains[1].id]: http() },
    connectors: [injected({ target })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const started = startTestKit({ sources: [wagmi(config)] })
  await started.until((state) => state.connectors.length > 0)
  await started.kit.switchNetwork({ networkId: 'eip155:31338' })
  const sides = () => ({
    kit: started.session()?.status,
    wagmi: config.state.status,
    recent: contextOf(started.kit).storage.get('recent-connector'),
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  return {
    ...started,
    config,
    connector,
    sides,
    methods: requests,
    isRequested: () => requests.includes('wallet_switchEthereumChain'),
    requests: () => requests.filter((method) => method === 'wallet_switchEthereumChain').length,
  }
}
const refuse = async () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
const neither = { kit: 'disconnected', wagmi: 'disconnected', recent: undefined }

test('if the wallet refuses the network chosen before connecting, it connects on its own network after one request', async () => {
  const { kit, config, sides, requests } = await startChosen(refuse)
  expect(await kit.connect({ connectorId: 'strict' })).toMatchObject({ networkId: 'eip155:31337' })
  expect(sides()).toEqual({ kit: 'connected', wagmi: 'connected', recent: 'strict' })
  expect(getConnection(config)).toMatchObject({ chainId: 31337, address: first })
  expect(requests()).toBe(1)
})

test('if the wallet does not answer for the chosen network, the attempt times out, and can be repeated', async () => {
  let decide: () => Promise<unknown> = () => new Promise(() => {})
  const { kit, clock, sides, isRequested } = await startChosen(() => decide())
  const connecting = reasonOf(kit.connect({ connectorId: 'strict' }))
  await vi.waitFor(() => expect(isRequested()).toBe(true))
  // the wallet has approved its accounts, but not answered the request for the network
  expect(sides()).toEqual({ kit: 'connecting', wagmi: 'connected', recent: undefined })
  clock.advance(times.walletDecision)
  expect(await connecting).toMatchObject({ code: 'walletTimeout' })
  await vi.waitFor(() => expect(sides()).toEqual(neither))
  decide = refuse
  expect(await kit.connect({ connectorId: 'strict' })).toMatchObject({ networkId: 'eip155:31337' })
  expect(sides()).toEqual({ kit: 'connected', wagmi: 'connected', recent: 'strict' })
})

test('an abort while the wallet decides on the network disconnects kit and wagmi; the site can connect later', async () => {
  let approve: (value: unknown) => void = () => {}
  const { kit, config, sides, isRequested } = await startChosen(
    () => new Promise((resolve) => (approve = resolve)),
  )
  const controller = new AbortController()
  const connecting = reasonOf(kit.connect({ connectorId: 'strict', signal: controller.signal }))
  await vi.waitFor(() => expect(isRequested()).toBe(true))
  controller.abort()
  expect(await connecting).toMatchObject({ code: 'requestAborted' })
  await vi.waitFor(() => expect(sides()).toEqual(neither))
  approve(null)
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has a connector')
  await connect(config, { connector }) // the site's own button
  await vi.waitFor(() =>
    expect(sides()).toEqual({ kit: 'connected', wagmi: 'connected', recent: 'strict' }),
  )
})

/** Leaves the wallet's first request for permissions open until `approve` or `refuse` is called. */
function openFirst() {
  let answer:
    | { approve: (permissions: unknown) => void; refuse: (error: Error) => void }
    | undefined
  const wallet_requestPermissions = () =>
    answer ? [] : new Promise((approve, refuse) => (answer = { approve, refuse }))
  return {
    wallet_requestPermissions,
    approve: () => answer?.approve([]),
    refuse: () => answer?.refuse(Object.assign(new Error('no'), { code: 4001 })),
  }
}
const both = { kit: 'connected', wagmi: 'connected', recent: 'strict' }

test('after an aborted attempt the kit follows a connection by the site, also if the wallet answers late', async () => {
  const { wallet_requestPermissions, approve } = openFirst()
  const {
    kit,
    config,
    connector,
    methods: requests,
    sides,
  } = await startChosen(refuse, {
    wallet_requestPermissions,
  })
  const controller = new AbortController()
  const connecting = reasonOf(kit.connect({ connectorId: 'strict', signal: controller.signal }))
  await vi.waitFor(() => expect(requests).toContain('wallet_requestPermissions'))
  controller.abort()
  await connecting
  await connect(config, { connector })
  await vi.waitFor(() => expect(sides()).toEqual(both))
  approve()
  // after this turn, all effects of the late answer have begun
  await new Promise((resolve) => setTimeout(resolve))
  await vi.waitFor(() => expect(sides()).toEqual(both))
})

test('a connection by the site stays when the kit’s own attempt is refused later', async () => {
  const { wallet_requestPermissions, refuse: refuseFirst } = openFirst()
  const {
    kit,
    config,
    connector,
    methods: requests,
    sides,
  } = await startChosen(refuse, {
    wallet_requestPermissions,
  })
  const connecting = reasonOf(kit.connect({ connectorId: 'strict' }))
  await vi.waitFor(() => expect(requests).toContain('wallet_requestPermissions'))
  await connect(config, { connector })
  refuseFirst()
  expect(await connecting).toMatchObject({ code: 'userRejected' })
  await vi.waitFor(() => expect(sides()).toEqual(both))
})

test('if the site disconnects during the network request, the attempt ends; a later connection is followed', async () => {
  const { kit, config, connector, sides, isRequested } = await startChosen(
    () => new Promise(() => {}),
  )
  const connecting = reasonOf(kit.connect({ connectorId: 'strict' }))
  await vi.waitFor(() => expect(isRequested()).toBe(true))
  await disconnect(config, { connector })
  expect(await connecting).toMatchObject({ code: 'providerDisconnected' })
  expect(sides()).toEqual(neither)
  await connect(config, { connector })
  await vi.waitFor(() => expect(sides()).toEqual(both))
})

test('if connecting a third wallet is aborted, the second wallet stays current', async () => {
  const chains = deafChains.map(networkOf) as [
    ReturnType<typeof networkOf>,
    ReturnType<typeof networkOf>,
  ]
  const requests: string[] = []
  const answers: Record<string, () => unknown> = {
    eth_requestAccounts: () => [first],
    eth_accounts: () => [first],
    eth_chainId: () => '0x7a69',
    wallet_requestPermissions: () => [],
    wallet_switchEthereumChain: () => new Promise(() => {}),
  }
  const third = {
    on() {},
    removeListener() {},
    request: async ({ method }: { method: string }) => (requests.push(method), answers[method]?.()),
  }
  const targets = [
    ...['a', 'b'].map((id) => ({ id, provider: startTestWallet({ rdns: id }).provider })),
    { id: 'third', provider: third },
  ]
  const config = createConfig({
    chains,
    transports: { [chains[0].id]: http(), [chains[1].id]: http() },
    connectors: targets.map(({ id, provider }) =>
      injected({ target: { id, name: id, provider: provider as never } }),
    ),
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const { kit, until, session } = startTestKit({ sources: [wagmi(config)] })
  await until((state) => state.connectors.length === 3)
  for (const connectorId of ['a', 'b']) await kit.connect({ connectorId })
  const controller = new AbortController()
  const connecting = reasonOf(
    kit.connect({
      connectorId: 'third',
      networkId: formatNetworkId('eip155', 31338),
      signal: controller.signal,
    }),
  )
  await vi.waitFor(() => expect(requests).toContain('wallet_switchEthereumChain'))
  controller.abort()
  await connecting
  await vi.waitFor(() =>
    expect([...config.state.connections.values()].map(({ connector }) => connector.id)).toEqual([
      'a',
      'b',
    ]),
  )
  await vi.waitFor(() =>
    expect(config.state.connections.get(config.state.current ?? '')?.connector.id).toBe('b'),
  )
  expect(session()).toMatchObject({ current: { connectorId: 'b' } })
})
