/** Tests of several namespaces in one session with a phone. */
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { granted, settleBy } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { bread, cluster, solana, startConnected, startPage } from './startTestPhones.ts'
import type { Page } from './startTestPhones.ts'

const phoneOfSolana = {
  methods: ['solana_signMessage'],
  events: [],
  readAccounts: (addresses: readonly string[]) => addresses.map((address) => ({ address })),
  readEvent: () => undefined,
  canSwitchNetwork: () => false,
  createProvider: (session: object) => session,
}
/** Makes the fake adapter of another namespace that supports phones. */
function fakeSolana() {
  const fake = createFakeAdapter({ namespace: 'solana', connectors: [] })
  return {
    ...fake,
    create: (host: Parameters<typeof fake.create>[0]) => ({
      ...fake.create(host),
      facets: ['remote'] as const,
      load: async () => phoneOfSolana as never,
    }),
  } // the tests request no other facet
}
const networks = [
  mainnet,
  {
    id: cluster.slice('solana:'.length),
    name: 'Solana',
    namespace: 'solana' as const,
    nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  },
] as const
const page = (): Page => ({ options: { networks, adapters: [evm(), fakeSolana()] } })
const both = { ...granted, solana }
const sessionsOf = (kit: { getState(): { sessions: object } }) =>
  Object.fromEntries(
    Object.entries(kit.getState().sessions as Record<string, { status: string }>).map(
      ([namespace, { status }]) => [namespace, status],
    ),
  )

test('one code proposes both namespaces, and one session serves both', async () => {
  const { kit, show, url, client } = await startPage(page())
  const { uri, connecting } = await show({ namespace: 'eip155' })
  const peer = await startPeer(url)
  const scanned = await peer.pair(uri)
  expect(
    Object.keys((scanned.proposal as { optionalNamespaces: object }).optionalNamespaces),
  ).toEqual(['eip155', 'solana'])
  await settleBy(peer, scanned, both)
  expect(await connecting).toBe('fulfilled')
  expect(sessionsOf(kit)).toEqual({ eip155: 'connected', solana: 'connected' })
  expect(kit.getState().sessions.solana).toMatchObject({
    current: { connectorId: walletConnectId, accounts: [{ address: bread }], networkId: cluster },
  })
  expect(client.sessions()).toHaveLength(1)
})

test('disconnecting one namespace keeps the other, also after a reload; disconnecting the last one ends the session', async () => {
  const { kit, client, url, storage, stop, peer } = await startConnected(page(), both)
  await kit.disconnect({ connectorId: walletConnectId, namespace: 'eip155' })
  expect(sessionsOf(kit)).toEqual({ eip155: 'disconnected', solana: 'connected' })
  expect(client.sessions()).toHaveLength(1)
  stop()
  client.close()
  const again = await startPage({ ...page(), url, storage })
  await again.comeBack()
  expect(sessionsOf(again.kit)).toEqual({ eip155: 'disconnected', solana: 'connected' })
  await again.kit.disconnect({ connectorId: walletConnectId, namespace: 'solana' })
  expect(await peer.next()).toMatchObject({ method: 'wc_sessionDelete' })
  expect(again.client.sessions()).toEqual([])
})

test('a wallet that approves only the other namespace is connected in that namespace', async () => {
  const { kit } = await startConnected(page(), { solana })
  expect(sessionsOf(kit)).toEqual({ eip155: 'disconnected', solana: 'connected' })
  expect(kit.getState().namespace).toBe('solana')
})
