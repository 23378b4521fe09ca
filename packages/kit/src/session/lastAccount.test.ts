/** Tests of the account of an earlier visit, which is shown until the wallets have answered. */
import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../chains/evm/startTestPage.ts'
import { accountOf } from '../core/kit/state.ts'
import type { memoryStorage } from '../core/storage/storage.ts'
import { allNames } from '../core/storage/storedKeys.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { startListeners } from './listeners.ts'
import { reasonOf, startTestKit, startTestWallet } from './startTestKit.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const key = '@latchkey/last-account'

beforeEach(() => void startTestPage())

/** Connects in one visit, and loads the page again. */
async function reload(change: (storage: ReturnType<typeof memoryStorage>) => void = () => {}) {
  const wallet = startTestWallet()
  const visit = startTestKit()
  await visit.kit.connect({ connectorId: wallet.info.rdns })
  visit.stop()
  change(visit.storage)
  return { wallet, visit, ...startTestKit({ storage: visit.storage }) }
}

test('the last account is known before a request, does not count as connected, and is replaced by the wallet’s answer', async () => {
  const { kit, wallet, clock, session, states, until } = await reload()
  expect(session()).toEqual({
    status: 'connecting',
    lastKnown: { address: first, networkId: 'eip155:31337' },
  })
  expect(accountOf(kit.getState())).toBeUndefined()
  expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({
    code: 'addressMissing',
  })
  wallet.selectAccount(second)
  clock.advance(50)
  await until(({ ready }) => ready)
  expect(session()).toMatchObject({
    status: 'connected',
    current: { accounts: [{ address: second }] },
  })
  expect(states.map(({ sessions }) => sessions.eip155?.status)).not.toContain('disconnected')
})

test('the stored account follows the wallet', async () => {
  const { visit, wallet, clock, until, kit } = await reload()
  clock.advance(50)
  await until(({ ready }) => ready)
  wallet.selectAccount(second)
  await until((state) => accountOf(state)?.address === second)
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(JSON.parse(visit.storage.getItem(key) ?? '')).toEqual({ eip155: `eip155:31338:${second}` })
})

test('the stored account of a namespace stays while another namespace is restored', async () => {
  const network = {
    id: 31337,
    name: 'First',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  }
  const polkadot = '91b171bb158e2d3848fa23a9f1c25182'
  const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  const networks = [network, { ...network, id: polkadot, namespace: 'polkadot' }] as const
  const adapters = () =>
    [
      createFakeAdapter(),
      createFakeAdapter({
        namespace: 'polkadot',
        accounts: [alice],
        connectors: [{ id: 'dot', name: 'Dot' }],
      }),
    ] as const
  const visit = startTestKit({ networks, adapters: adapters() })
  await visit.kit.connect({ connectorId: 'example' })
  await visit.kit.connect({ connectorId: 'dot' })
  const both = { eip155: `eip155:31337:${first}`, polkadot: `polkadot:${polkadot}:${alice}` }
  expect(JSON.parse(visit.storage.getItem(key) ?? '')).toEqual(both)
  visit.stop()
  const now = adapters()
  const { kit } = startTestKit({ networks, adapters: now, storage: visit.storage })
  startListeners(kit)
  now[0].setConnected(['example'])
  expect(kit.getState().sessions).toMatchObject({
    eip155: { status: 'connected' },
    polkadot: { status: 'connecting' },
  })
  expect(JSON.parse(visit.storage.getItem(key) ?? '')).toEqual(both)
})

test('a disconnect removes the stored account', async () => {
  const { visit, clock, kit, until } = await reload()
  clock.advance(50)
  await until(({ ready }) => ready)
  await kit.disconnect()
  expect(visit.storage.getItem(key)).toBeNull()
  expect(startTestKit({ storage: visit.storage }).session()).toBeUndefined()
})

test('a wallet that revokes its accounts removes the stored account', async () => {
  const adapter = createFakeAdapter()
  const visit = startTestKit({ adapters: [adapter] })
  await visit.kit.connect({ connectorId: 'example' })
  adapter.setConnected([])
  expect(visit.session()).toEqual({ status: 'disconnected' })
  expect(startTestKit({ storage: visit.storage }).session()).toBeUndefined()
})

test.each([
  'null',
  '[]',
  '"eip155"',
  '{}',
  '{"eip155":5}',
  '{"eip155":"eip155:1"}',
  '{"eip155":"solana:1:0xab"}',
  '{"eip155":"eip155:1:0xab<b>"}',
  '{"eip155":{"address":"0xab"}}',
  '{"eip155":{"toString":1,"valueOf":1}}',
  '{"eip155":["eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"]}',
  '{"eip155":"eip155:1:send-to-me.example"}',
  'broken',
])('an invalid stored account is ignored: %s', async (text) => {
  const { session } = await reload((storage) => storage.setItem(key, text))
  expect(session()).toEqual({ status: 'connecting' })
})

test('values stored by earlier versions are read', async () => {
  const stored = {
    version: 1,
    'last-account': { eip155: `eip155:31337:${first}` },
    connections: {
      sessions: {
        eip155: { connectors: ['app.latchkey.development'], current: 'app.latchkey.development' },
      },
    },
    'connection-status': 'connected',
    'connected-namespaces': ['eip155'],
    'recent-connector': 'app.latchkey.development',
    'active-namespace': 'eip155',
    'active-network-id': 'eip155:31337',
  }
  const { kit, session, clock, until } = await reload((storage) => {
    for (const name of allNames()) storage.removeItem(name)
    for (const [name, value] of Object.entries(stored))
      storage.setItem(`@latchkey/${name}`, JSON.stringify(value))
  })
  expect(session()).toMatchObject({ lastKnown: { address: first, networkId: 'eip155:31337' } })
  clock.advance(50)
  await until(({ ready }) => ready)
  expect(kit.getState().sessions.eip155).toMatchObject({ status: 'connected' })
  expect(accountOf(kit.getState())).toMatchObject({
    accountId: `eip155:31337:${first}`,
    address: first,
    addresses: [first],
    allAccounts: [{ address: first }],
  })
})
