import { expect, onTestFinished, test, vi } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { getIdentity, watchIdentity } from '../identity/actions.ts'
import { watchNames } from '../names/actions.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import type { VisitorNetwork } from './status.ts'
import {
  getAccount,
  getConnectedWallets,
  getModal,
  getNetwork,
  watchAccount,
  watchConnectedWallets,
  watchModal,
  watchNetwork,
} from './actions.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

function listen<value>(watch: (onChange: (value: value) => void) => () => void) {
  const reports: value[] = []
  const stop = watch((value) => reports.push(value))
  onTestFinished(stop)
  return { reports, stop }
}

test('each watch reports at once and after each change, until it ends', async () => {
  const { kit } = startTestKit({ adapters: [createFakeAdapter()] })
  const account = listen((onChange) => watchAccount(kit, { onChange }))
  const network = listen<VisitorNetwork>((onChange) => watchNetwork(kit, { onChange }))
  const wallets = listen((onChange) => watchConnectedWallets(kit, { onChange }))
  const modal = listen((onChange) => watchModal(kit, { onChange }))
  expect([account.reports, network.reports, wallets.reports.length, modal.reports]).toEqual([
    [{ status: 'disconnected' }],
    [expect.objectContaining({ networkId: 'eip155:31337', isSupported: true })],
    1,
    [{ isOpen: false }],
  ])
  await kit.connect({ connectorId: 'example' })
  await kit.switchNetwork({ networkId: 'eip155:31338' })
  expect(account.reports.at(-1)).toMatchObject({
    status: 'connected',
    account: { address, networkId: 'eip155:31338' },
  })
  expect(network.reports.map(({ networkId }) => networkId)).toEqual([
    'eip155:31337',
    'eip155:31338',
  ])
  expect(wallets.reports.at(-1)).toMatchObject([
    { name: 'Example wallet', type: 'injected', isCurrent: true },
  ])
  expect([getAccount(kit), getNetwork(kit), getConnectedWallets(kit)]).toEqual([
    account.reports.at(-1),
    network.reports.at(-1),
    wallets.reports.at(-1),
  ])
  kit.store.setState({ modal: { open: true, request: 1 } })
  kit.store.setState({ shown: { request: 1, view: 'Account' } })
  expect(modal.reports).toEqual([
    { isOpen: false },
    { isOpen: true },
    { isOpen: true, view: 'Account' },
  ])
  kit.close()
  expect(getModal(kit)).toEqual({ isOpen: false })
  for (const { stop } of [account, network, wallets, modal]) stop()
  const counts = [account, network, wallets, modal].map(({ reports }) => reports.length)
  await kit.disconnect()
  expect([account, network, wallets, modal].map(({ reports }) => reports.length)).toEqual(counts)
})

test('identity and names can be read and watched for the visitor and for another account', async () => {
  const server = await startTestServer((response, { url }) =>
    url.pathname.includes('/reverse/')
      ? sendJson(response, [])
      : sendJson(response, {
          name: url.pathname.includes(address) ? 'lena.eth' : 'moby.eth',
          avatar: null,
        }),
  )
  const { kit } = startTestKit({ adapters: [createFakeAdapter()], services: { api: server.url } })
  expect(await reasonOf(getIdentity(kit))).toMatchObject({ code: 'addressMissing' })
  expect(await reasonOf(getIdentity(kit, { address: 1 as never }))).toMatchObject({
    code: 'optionInvalid',
  })
  const mine = listen((onChange) => watchIdentity(kit, { onChange }))
  const names = listen((onChange) => watchNames(kit, { onChange }))
  const other = listen((onChange) =>
    watchIdentity(kit, { address: `0x${'a'.repeat(40)}`, onChange }),
  )
  await vi.waitFor(() =>
    expect(other.reports.at(-1)).toMatchObject({ status: 'success', data: { name: 'moby.eth' } }),
  )
  expect([mine.reports, names.reports]).toEqual([
    [{ status: 'disconnected' }],
    [{ status: 'disconnected' }],
  ])
  await kit.connect({ connectorId: 'example' })
  await vi.waitFor(() =>
    expect(mine.reports.at(-1)).toMatchObject({
      status: 'success',
      address,
      data: { name: 'lena.eth' },
    }),
  )
  await vi.waitFor(() =>
    expect(names.reports.at(-1)).toMatchObject({ status: 'success', data: [] }),
  )
  const requestCount = server.requests.length
  expect(await getIdentity(kit)).toEqual({ name: 'lena.eth' })
  expect(server.requests).toHaveLength(requestCount)
})

test('a message is signed with the account of the given namespace', async () => {
  const evm = createFakeAdapter()
  const solana = createFakeAdapter({
    namespace: 'solana',
    connectors: [{ id: 'sun', name: 'Sun' }],
    accounts: ['7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy'],
  })
  const network = (id: string | number, namespace?: 'solana') => ({
    id,
    name: String(id),
    ...(namespace && { namespace }),
    nativeCurrency: { name: 'A', symbol: 'A', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  })
  const { kit } = startTestKit({
    networks: [network(1), network('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana')],
    adapters: [evm, solana],
  })
  await kit.connect({ connectorId: 'example' })
  expect(await reasonOf(kit.signMessage({ message: 'hi', namespace: 'solana' }))).toMatchObject({
    code: 'addressMissing',
  })
  await kit.connect({ connectorId: 'sun' })
  evm.set({ sign: 'userRejected' })
  expect(await reasonOf(kit.signMessage({ message: 'hi', namespace: 'eip155' }))).toMatchObject({
    code: 'userRejected',
  })
  expect(await kit.signMessage({ message: 'hi', namespace: 'solana' })).toMatch(/^5{60,}$/)
  expect(await reasonOf(kit.signMessage({ message: 5 as never }))).toMatchObject({
    code: 'optionInvalid',
  })
})
