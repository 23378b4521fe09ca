/** An account that has several addresses, which differ by network, as on Bitcoin. */
import { formatNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import { expect, onTestFinished, test } from 'vitest'
import type { AdapterFactory, ChainAdapter } from '../../core/contracts/adapter.ts'
import { toAccounts } from '../../core/accounts/sharedAccount.ts'
import type { RemoteFacet } from '../../core/contracts/facets/remote.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'

const main = formatNetworkId('bip122', '000000000019d6689c085ae165831e93')
const testnet = formatNetworkId('bip122', '000000000933ea01ad0ee984209779ba')
const networkOf = (networkId: NetworkId) => ({
  id: networkId.slice('bip122:'.length),
  name: 'Bitcoin',
  namespace: 'bip122' as const,
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

const facet: RemoteFacet = {
  methods: [],
  events: [],
  readAccounts: (addresses) => toAccounts(addresses.filter(isBitcoinAddress)),
  readEvent: () => undefined,
  canSwitchNetwork: () => false,
  createProvider: (session) => session,
}
// the login uses only these parts
const adapter = {
  namespace: 'bip122',
  facets: ['remote'],
  load: async () => facet,
  source: { namespaces: ['bip122'], watch: () => () => {}, isComplete: () => true },
} as unknown as ChainAdapter
const factory: AdapterFactory = { namespace: 'bip122', create: () => adapter }

const accountsOn: Readonly<Record<string, readonly object[]>> = {
  [main]: [
    {
      address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      publicKey: '02ab',
      purpose: 'payment',
    },
    {
      address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      purpose: 'ordinals',
    },
  ],
  [testnet]: [
    {
      address: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
      publicKey: 'not hex',
      purpose: 'later',
    },
    { address: 'not an address' },
  ],
}

async function connect({ fails = false } = {}) {
  startTestPage()
  let isFailing = false
  const frame = startTestFrame(
    {
      CONNECT_EMAIL: { payload: { action: 'CONNECT' } },
      SWITCH_NETWORK: (payload) => ((isFailing = fails), { payload }),
      GET_USER(payload) {
        const { chainId } = payload as { chainId: string } // sent by the kit
        const accountAddresses = accountsOn[chainId] ?? []
        if (isFailing) return { error: { message: 'No', code: 'unavailable' } }
        return { payload: { ...accountAddresses[0], chainId, accountAddresses } }
      },
    },
    { namespaces: ['eip155', 'solana', 'bip122'] },
  )
  onTestFinished(frame.close)
  const { kit } = startTestKit({
    networks: [networkOf(main), networkOf(testnet)],
    adapters: [factory],
  })
  const [link] = await createEmbedded(kit, frame.view).connect({
    connectorId: authId,
    namespace: 'bip122',
    login: { email: 'ann@example.org' },
    onStep: () => {},
  })
  if (!link) throw new Error('The login has an account of Bitcoin')
  const seen: unknown[] = []
  link.subscribe((state) => seen.push([state?.networkId, state?.accounts.length]))
  return { link, seen }
}

test('the account has all its addresses with key and purpose, and those of the other network after a switch', async () => {
  const { link, seen } = await connect()
  expect(link.state()).toMatchObject({ networkId: main, accounts: accountsOn[main] })
  await link.switchNetwork?.({ networkId: testnet })
  // a field of another form and an address of another kind are left out
  expect(link.state()).toMatchObject({
    networkId: testnet,
    accounts: [{ address: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl' }],
  })
  expect(Object.keys(link.state().accounts[0] ?? {})).not.toContain('publicKey')
  // network and addresses change together
  expect(seen).toEqual([[testnet, 1]])
})

test('if the addresses of the other network are not known, the account stays on its network', async () => {
  const { link, seen } = await connect({ fails: true })
  await expect(link.switchNetwork?.({ networkId: testnet })).rejects.toThrow()
  expect(link.state()).toMatchObject({ networkId: main, accounts: accountsOn[main] })
  expect(seen).toEqual([])
})
