/** EVM libraries use the kit as their wallet. The kit uses a development wallet on a real chain. */
import { createWalletClient, custom, parseEther, UserRejectedRequestError } from 'viem'
import * as times from '@latchkey/protocol/times'
import { getBalance, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  networkOf,
  reasonOf,
  startTestKit,
  startTestWallet,
} from '../../../session/startTestKit.ts'
import { pace } from '../../../session/transactions/pace.ts'
import { createFakeAdapter } from '../../../testing/fakeAdapter.ts'
import { kitConnector } from '../../../sources/wagmi/kitConnector.ts'
import { startTestChains } from '../../../testing/startTestChains.ts'
import { clientOf } from '../../../testing/walletChain.ts'
import { evm } from '../evm.ts'
import type { KitProvider } from './kitProvider.lazy.ts'
import { startTestPage } from '../startTestPage.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x000000000000000000000000000000000000dEaD'

let chains: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => {
  chains = await startTestChains()
}, 60_000)
afterAll(() => chains.close())
beforeEach(() => void startTestPage())

function start() {
  const wallet = startTestWallet({ chains: chains.chains })
  const started = startTestKit({ chains: chains.chains })
  // without parameters, `getProvider` returns the provider of eip155
  const provider = started.kit.getProvider() as KitProvider
  const request = (method: string, params?: readonly unknown[]) =>
    provider.request(params ? { method, params } : { method })
  const connect = () => started.kit.connect({ connectorId: wallet.info.rdns })
  return { ...started, wallet, provider, request, connect }
}

test('a transaction that viem sends over the provider reaches the chain', async () => {
  const { provider, connect } = start()
  await connect()
  const client = createWalletClient({ transport: custom(provider), account: first })
  const [chain] = chains.chains
  const before = await getBalance(clientOf(chain), { address: stranger })
  const hash = await client.sendTransaction({
    to: stranger,
    value: parseEther('0.01'),
    chain: null,
  })
  await waitForTransactionReceipt(clientOf(chain), { hash })
  expect(await getBalance(clientOf(chain), { address: stranger })).toBe(before + parseEther('0.01'))
})

test.each([undefined, null, 5, 'eth_accounts', [], {}, { method: 5 }, { method: '' }])(
  'the request %j is rejected with -32600',
  async (requests) => {
    const { provider } = start()
    expect(await reasonOf(provider.request(requests as never))).toMatchObject({
      name: 'ProviderRpcError',
      code: -32600,
    }) // the cast: a page without types can pass any value
  },
)

test('a listener is called as often as it was added, and is removed from one event only', async () => {
  const { provider, connect } = start()
  const received: unknown[] = []
  const listener = (data: unknown) => void received.push(data)
  for (const event of ['accountsChanged', 'accountsChanged', 'chainChanged'])
    provider.on(event, listener)
  provider.removeListener('chainChanged', listener)
  provider.removeListener('disconnect', listener)
  await connect()
  await expect.poll(() => received).toEqual([[first], [first]])
})

test('a transaction that a library sends is followed and described', async () => {
  const { kit, provider, connect, clock, until } = start()
  await connect()
  const client = createWalletClient({ transport: custom(provider), account: first })
  const hash = await client.sendTransaction({ to: stranger, value: parseEther('0.5'), chain: null })
  await until(({ pending }) => pending !== undefined)
  expect(kit.getState().pending).toMatchObject([
    {
      hash,
      networkId: 'eip155:31337',
      address: first,
      sentAt: clock.now(),
      description: {
        operationType: 'send',
        sentTo: stranger,
        transfers: [{ direction: 'out', symbol: 'ETH', quantity: '0.5' }],
      },
    },
  ])
  await clock.scheduled(pace.first)
  clock.advance(pace.first)
  await until(({ pending }) => pending?.[0]?.status === 'mined')
  const made = await client.sendTransaction({ data: '0x00', chain: null })
  await until(({ pending }) => pending?.[0]?.hash === made)
  expect(kit.getState().pending?.[0]?.description).toEqual({ operationType: 'deploy' })
})

test('a transaction approved after the visitor has disconnected is not stored as pending', async () => {
  const { kit, provider, wallet, connect } = start()
  await connect()
  wallet.setBehaviour('hang')
  const requests = provider
    .request({
      method: 'eth_sendTransaction',
      params: [{ from: first, to: stranger, value: '0x1' }],
    })
    .catch(() => {}) // this test does not need the outcome
  const request = await wallet.waitForRequest()
  await kit.disconnect()
  request.approve()
  await requests
  await new Promise((resolve) => setImmediate(resolve))
  expect(kit.getState().pending).toBeUndefined()
})

test('without a wallet, the provider has no accounts, knows the network and reads the chain', async () => {
  const { request } = start()
  expect(await request('eth_accounts')).toEqual([])
  expect(await request('eth_chainId')).toBe('0x7a69')
  expect(await request('net_version')).toBe('31337')
  expect(await request('eth_getBalance', [first, 'latest'])).toMatch(/^0x[1-9a-f]/)
  expect(await reasonOf(request('personal_sign', ['0x68', first]))).toMatchObject({ code: 4100 })
})

test('`eth_requestAccounts` opens the modal and resolves to the connected accounts', async () => {
  const { request, until, connect, kit } = start()
  const requests = request('eth_requestAccounts')
  await until(({ modal }) => modal.open)
  await connect()
  kit.close()
  expect(await requests).toEqual([first])
})

test('if the visitor closes the modal, `eth_requestAccounts` fails with 4001', async () => {
  const { request, until, kit } = start()
  const requests = reasonOf(request('eth_requestAccounts'))
  await until(({ modal }) => modal.open)
  kit.close()
  expect(await requests).toMatchObject({ code: 4001, name: 'ProviderRpcError' })
})

test('viem recognises a refusal as `UserRejectedRequestError`', async () => {
  const { provider, wallet, connect } = start()
  await connect()
  wallet.setBehaviour('refuse')
  const client = createWalletClient({ transport: custom(provider), account: first })
  const error = await reasonOf(client.signMessage({ message: 'hello' }))
  expect(
    (error as { walk(is: (one: unknown) => boolean): unknown }).walk(
      (one) => one instanceof UserRejectedRequestError,
    ),
  ).toBeInstanceOf(UserRejectedRequestError)
})

/** A page with two namespaces. The visitor has connected a Solana wallet, and none for eip155. */
async function startElsewhere() {
  const solana = {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    namespace: 'solana',
    name: 'Solana',
    nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  } as const
  const wallet = startTestWallet({ chains: chains.chains })
  const adapters = [
    evm(),
    createFakeAdapter({
      namespace: 'solana',
      connectors: [{ id: 'sun', name: 'Sun' }],
      accounts: ['7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3'],
    }),
  ] as const
  const started = startTestKit({ networks: [networkOf(chains.chains[0]), solana], adapters })
  await started.kit.connect({ connectorId: 'sun', namespace: 'solana' })
  const provider = started.kit.getProvider({ namespace: 'eip155' }) as KitProvider // EVM's provider
  return {
    ...started,
    wallet,
    request: (method: string, params: readonly unknown[] = []) =>
      provider.request({ method, params }),
  }
}

test('the EVM provider reads and signs on its own network while Solana is the active namespace', async () => {
  const { request: ask, kit, wallet } = await startElsewhere()
  expect(await ask('eth_chainId')).toBe('0x7a69')
  expect(await ask('eth_accounts')).toEqual([])
  expect(await ask('eth_getBalance', [first, 'latest'])).toMatch(/^0x[1-9a-f]/)
  expect(await reasonOf(ask('personal_sign', ['0x68', first]))).toMatchObject({ code: 4100 })
  await kit.connect({ connectorId: wallet.info.rdns })
  await kit.switchConnection({ connectorId: 'sun', namespace: 'solana' })
  expect(await ask('personal_sign', ['0x68', first])).toMatch(/^0x[0-9a-f]{130}$/)
  expect(kit.getState().namespace).toBe('solana')
})

test('disconnecting the kit’s wagmi connector disconnects EVM and leaves Solana connected', async () => {
  const { kit, wallet } = await startElsewhere()
  await kit.connect({ connectorId: wallet.info.rdns })
  await kit.switchConnection({ connectorId: 'sun', namespace: 'solana' })
  await kitConnector(kit)({ chains: [], emitter: { emit() {} } }).disconnect()
  expect(kit.getState().sessions).toMatchObject({
    eip155: { status: 'disconnected' },
    solana: { status: 'connected' },
  })
})

test('the error of a contract’s revert keeps its data', async () => {
  const { request } = start()
  // creation code that reverts with the data 0xdeadbeef: PUSH4, MSTORE, REVERT
  expect(
    await reasonOf(request('eth_call', [{ data: '0x63deadbeef5f526004601cfd' }, 'latest'])),
  ).toMatchObject({ code: 3, data: '0xdeadbeef' })
})

describe('networks', () => {
  test('the wallet switches to a network of the site; an unknown network fails with 4902', async () => {
    const { request, connect } = start()
    await connect()
    expect(await request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toBeNull()
    expect(await request('eth_chainId')).toBe('0x7a6a')
    expect(
      await reasonOf(request('wallet_switchEthereumChain', [{ chainId: '0x1' }])),
    ).toMatchObject({
      code: 4902,
    })
    for (const params of [undefined, [], [null], [{}], [{ chainId: 'mainnet' }]])
      expect(await reasonOf(request('wallet_switchEthereumChain', params))).toMatchObject({
        code: -32602,
      })
  })
})

test('events report changes of the connection until the listener is removed', async () => {
  const { provider, wallet, connect, kit } = start()
  const events: [string, unknown][] = []
  const listeners = (['connect', 'accountsChanged', 'chainChanged', 'disconnect'] as const).map(
    (event) => [event, (data: unknown) => void events.push([event, data])] as const,
  )
  for (const [event, listener] of listeners) provider.on(event, listener)
  await connect()
  await expect
    .poll(() => events)
    .toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['chainChanged', '0x7a69'],
      ['accountsChanged', [first]],
    ])
  events.length = 0
  wallet.selectAccount(second)
  await expect.poll(() => events).toEqual([['accountsChanged', [second]]])
  wallet.switchChain(31338)
  await expect.poll(() => events.at(-1)).toEqual(['chainChanged', '0x7a6a'])
  events.length = 0
  await kit.disconnect()
  expect(events).toMatchObject([
    ['accountsChanged', []],
    ['disconnect', { code: 4900 }],
  ])
  events.length = 0
  for (const [event, listener] of listeners) provider.removeListener(event, listener)
  await provider.request({ method: 'eth_chainId' })
  await connect()
  expect(events).toEqual([])
})

describe('invalid requests', () => {
  const hostile = () => {
    throw new Error('hostile')
  }
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'eth_accounts'],
    ['an empty object', {}],
    ['a method that is a number', { method: 5 }],
    ['a method that is an object', { method: {} }],
    ['an object that throws when it is read', new Proxy({}, { get: hostile })],
    [
      'a network that can not be read',
      { method: 'wallet_switchEthereumChain', params: [new Proxy({}, { get: hostile })] },
    ],
  ])('sending %s as a request fails with a ProviderRpcError', async (_, requests) => {
    const { provider } = start()
    // the cast: a page without types can pass any value
    const error = await reasonOf(provider.request(requests as never))
    expect(error).toMatchObject({ name: 'ProviderRpcError', code: expect.any(Number) })
  })

  test('changing a returned list of accounts does not change the kit', async () => {
    const { request, connect, provider, kit } = start()
    const events: unknown[] = []
    provider.on('accountsChanged', (data) => void events.push(data))
    await connect()
    await expect.poll(() => events).toHaveLength(1)
    for (const list of [
      await request('eth_accounts'),
      await request('eth_requestAccounts'),
      events[0],
    ])
      (list as string[]).length = 0 // the three answers are lists
    expect(await request('eth_accounts')).toEqual([first])
    expect(kit.getState().sessions.eip155).toMatchObject({
      current: { accounts: [{ address: first }] },
    })
  })
})

describe('accounts', () => {
  test('while the page loads, a request for accounts waits for the restored connection', async () => {
    const wallet = startTestWallet({ chains: chains.chains })
    const visit = startTestKit({ chains: chains.chains })
    await visit.kit.connect({ connectorId: wallet.info.rdns })
    visit.stop()
    const { kit, clock } = startTestKit({ chains: chains.chains, storage: visit.storage })
    const provider = kit.getProvider() as KitProvider
    const requests = [
      provider.request({ method: 'eth_accounts' }),
      provider.request({ method: 'eth_requestAccounts' }),
    ]
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69') // this request needs no account
    clock.advance(50)
    expect(await Promise.all(requests)).toEqual([[first], [first]])
    expect(kit.getState().modal.open).toBe(false)
  })

  test('if no connection is restored, a request for accounts ends with an empty list', async () => {
    const wallet = startTestWallet({ chains: chains.chains })
    const visit = startTestKit({ chains: chains.chains })
    await visit.kit.connect({ connectorId: wallet.info.rdns })
    visit.stop()
    const { kit, clock, stop } = startTestKit({ chains: chains.chains, storage: visit.storage })
    stop() // the kit does not start to restore connections
    const requests = (kit.getProvider() as KitProvider).request({ method: 'eth_accounts' })
    await clock.scheduled(times.reconnect)
    clock.advance(times.reconnect)
    expect(await requests).toEqual([])
  })

  test('`wallet_revokePermissions` removes the accounts and notifies the listeners', async () => {
    const { request, connect, provider, kit } = start()
    const received: unknown[] = []
    provider.on('accountsChanged', (data) => void received.push(data))
    await connect()
    await expect.poll(() => received).toEqual([[first]])
    for (const params of [undefined, [], [{}], [null]])
      expect(await reasonOf(request('wallet_revokePermissions', params))).toMatchObject({
        code: -32602,
      })
    expect(await request('eth_accounts')).toEqual([first])
    expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(await request('eth_accounts')).toEqual([])
    expect(received).toEqual([[first], []])
    expect(kit.getState().sessions.eip155?.status).toBe('disconnected')
    expect(await request('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  })

  test.each([5, 'text', true, null])(
    'a request with parameters of a wrong type fails with -32602: %j',
    async (params) => {
      const { connect, provider } = start()
      await connect()
      for (const method of [
        'eth_accounts',
        'eth_chainId',
        'net_version',
        'eth_requestAccounts',
        'eth_blockNumber',
        'personal_sign',
      ])
        expect(await reasonOf(provider.request({ method, params: params as never }))).toMatchObject(
          { code: -32602 },
        ) // the wrong type is intended
    },
  )
})

describe('listeners', () => {
  test('a listener that adds listeners during an event is called once', async () => {
    const { connect, kit } = start()
    const { createKitProvider } = await import('./kitProvider.lazy.ts')
    const provider = createKitProvider(kit)
    let calls = 0
    const add = () => {
      calls++
      if (calls < 100) provider.on('connect', () => add())
    }
    provider.on('connect', add)
    await connect()
    expect(calls).toBe(1)
  })

  test('an event caused by a listener is delivered after the current one', async () => {
    const { request, connect, provider, wallet } = start()
    const events: unknown[] = []
    provider.on('chainChanged', () => wallet.selectAccount(second))
    provider.on('accountsChanged', (data) => void events.push(data))
    await request('eth_chainId')
    await connect()
    await expect.poll(() => events.at(-1)).toEqual([second])
    expect(events).toEqual([[first], [second]])
  })

  test('a listener that is removed and added again is called once', async () => {
    const { connect, provider, kit } = start()
    const { createKitProvider } = await import('./kitProvider.lazy.ts')
    const since = kit.getState()
    await connect()
    const eager = createKitProvider(kit)
    const events: unknown[] = []
    const listener = (data: unknown) => void events.push(data)
    eager
      .on('connect', listener, since)
      .removeListener('connect', listener)
      .on('connect', listener, since)
    await provider.request({ method: 'eth_chainId' })
    expect(events).toEqual([{ chainId: '0x7a69' }])
  })
})
