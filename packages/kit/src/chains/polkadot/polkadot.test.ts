import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toAddresses } from '../../core/accounts/sharedAccount.ts'
import { contextOf } from '../../core/kit/context.ts'
import { memoryStorage, sharedKey } from '../../core/storage/storage.ts'
import { connectorsOfWallet } from '../../domains/wallets/isOneWallet.ts'
import { verifyPolkadot } from '../../domains/siwx/server/verify/verifyPolkadot.ts'
import { linkOf } from '../../session/links.ts'
import {
  deafChains,
  networkOf,
  reasonOf,
  startTestKit,
  startTestWallet,
} from '../../session/startTestKit.ts'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import type { PolkadotWalletOptions } from '../../testing/polkadot/polkadotWallet.ts'
import { evm } from '../evm/evm.ts'
import { polkadot } from './polkadot.ts'
import { signerOf } from './signer.ts'
import {
  startTestPage,
  startTestPolkadot,
  startTestPolkadotWallet,
  unreachableNetworks,
} from './startTestPolkadot.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

let page: ReturnType<typeof startTestPage>
beforeEach(() => void (page = startTestPage()))

const all = polkadotAccounts(9)
const [first, second] = all
const ids = { test: 'polkadot.polkadot-test-wallet' }
const on = (networkId: string, index: number) =>
  spelledFor(networkId, all[index]?.address ?? '') ?? ''
const dot = (index: number) => on(polkadotAssetHubId, index)
const ksm = (index: number) => on(kusamaAssetHubId, index)

/** A storage in memory for a wallet's permissions. */
function walletStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

async function connectWith(wallet: PolkadotWalletOptions = {}, options: object = {}) {
  const started = startTestPolkadot(options)
  const testWallet = startTestPolkadotWallet({ storage: walletStorage(), ...wallet })
  window.dispatchEvent(new Event('load'))
  const account = await started.kit.connect({
    connectorId: wallet.id === undefined ? ids.test : `polkadot.${wallet.id}`,
  })
  const session = () => started.kit.getState().sessions.polkadot
  const addresses = () => {
    const now = session()
    return now && 'current' in now ? toAddresses(now.current.accounts) : []
  }
  return { ...started, wallet: testWallet, account, session, addresses }
}

test('polkadot throws `optionInvalid` for any option', () => {
  expect(() => (polkadot as (options: unknown) => unknown)({ announce: true })).toThrow(
    expect.objectContaining({ code: 'optionInvalid' }),
  )
})

test('a wallet connects with its accounts in the network’s spelling, and disconnects', async () => {
  const { kit, account, addresses, session, wallet } = await connectWith({ accounts: all })
  expect(account).toMatchObject({
    address: dot(0),
    networkId: polkadotAssetHubId,
    namespace: 'polkadot',
  })
  expect(addresses()).toEqual(all.map((_, index) => dot(index)))
  await kit.disconnect()
  expect(session()?.status).toBe('disconnected')
  expect(wallet.requests).toEqual(['enable'])
})

test('a switch of the network spells the accounts anew', async () => {
  const { kit, addresses } = await connectWith()
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  expect(addresses()).toEqual([ksm(0), ksm(1), ksm(2)])
  expect(ksm(0)).not.toBe(dot(0))
  await kit.switchNetwork({ networkId: polkadotAssetHubId })
  expect(addresses()[0]).toBe(dot(0))
})

test('accounts for another network are left out, and a wallet without any does not switch', async () => {
  const bound = `0x${polkadotAssetHubId.slice('polkadot:'.length)}${'0'.repeat(32)}` as const
  if (!first || !second) throw new Error('There are accounts')
  const { kit, addresses, wallet } = await connectWith({
    accounts: [{ ...first, genesisHash: bound }, second],
  })
  expect(addresses()).toEqual([dot(0), dot(1)])
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  expect(addresses()).toEqual([ksm(1)])
  await kit.switchNetwork({ networkId: polkadotAssetHubId })
  wallet.share([0])
  await waitFor(() => expect(addresses()).toEqual([dot(0)]))
  expect(await reasonOf(kit.switchNetwork({ networkId: kusamaAssetHubId }))).toMatchObject({
    code: 'switchChain',
  })
})

test('a wallet that has only accounts of another of the site’s networks connects there', async () => {
  const bound = `0x${kusamaAssetHubId.slice('polkadot:'.length)}${'f'.repeat(32)}` as const
  if (!first) throw new Error('There is an account')
  const { account } = await connectWith({ accounts: [{ ...first, genesisHash: bound }] })
  expect(account).toMatchObject({ address: ksm(0), networkId: kusamaAssetHubId })
})

test('an account of the type ethereum, a second spelling and what is no account are left out', async () => {
  page['injectedWeb3'] = {
    talisman: {
      enable: async () => ({
        accounts: {
          get: async () => [
            { address: dot(0), type: 'ethereum' },
            { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'ethereum' },
            { address: ksm(1), type: 'sr25519' },
            { address: dot(1), type: 'sr25519' },
            { address: `${dot(2).slice(0, -1)}x` },
            null,
            { address: dot(2), genesisHash: null, type: 'unheard' },
          ],
          subscribe: () => () => {},
        },
        signer: {},
      }),
    },
  }
  const { kit } = startTestPolkadot()
  await kit.connect({ connectorId: 'polkadot.talisman' })
  expect(kit.getState().sessions.polkadot).toMatchObject({
    current: { accounts: [{ address: dot(1) }, { address: dot(2) }] },
  })
  const link = linkOf(kit, 'polkadot', 'polkadot.talisman')
  if (!link) throw new Error('There is a link')
  expect([1, 2].map((index) => signerOf(link).keyTypeOf(dot(index)))).toEqual([
    'sr25519',
    undefined,
  ])
})

test.each([
  ['sr25519', 0],
  ['ed25519', 7],
  ['ecdsa', 8],
] as const)('%s: a text is signed, and the server accepts it', async (type, index) => {
  const account = all[index]
  if (!account) throw new Error('There is an account')
  const { kit } = await connectWith({ accounts: [account] })
  const link = linkOf(kit, 'polkadot', ids.test)
  expect(link && signerOf(link).keyTypeOf(dot(index))).toBe(type)
  const signature = await kit.signMessage({ message: 'Grüße' })
  const claim = { chainId: polkadotAssetHubId, address: dot(index), signature }
  expect(await verifyPolkadot({ ...claim, message: 'Grüße' } as never)).toBe(true)
  expect(await verifyPolkadot({ ...claim, message: 'Gruß' } as never)).toBe(false)
})

test('a refusal is `userRejected`, both of the connection and of a signature', async () => {
  const wallet = startTestPolkadotWallet()
  const { kit } = startTestPolkadot()
  wallet.setBehaviour('refuse')
  expect(await reasonOf(kit.connect({ connectorId: ids.test }))).toMatchObject({
    code: 'userRejected',
  })
  wallet.setBehaviour('approve')
  await kit.connect({ connectorId: ids.test })
  wallet.setBehaviour('refuse')
  expect(await reasonOf(kit.signMessage({ message: 'a' }))).toMatchObject({ code: 'userRejected' })
})

test.each([
  ['Cancelled', 'userRejected'],
  ['Rejected', 'userRejected'],
  ['Rejected by user', 'userRejected'],
  ['User rejected', 'userRejected'],
  [
    'The source https://shop.example.org is not allowed to interact with this extension',
    'unauthorized',
  ],
  ['The source https://shop.example.org has not been enabled yet', 'unauthorized'],
  [
    'The source https://shop.example.org has a pending authorization request',
    'resourceUnavailable',
  ],
  ['Something else', 'unknown'],
])('a wallet that answers “%s” fails with %s', async (message, code) => {
  page['injectedWeb3'] = {
    talisman: {
      enable: async () => {
        throw new Error(message)
      },
    },
  }
  const { kit } = startTestPolkadot()
  expect(await reasonOf(kit.connect({ connectorId: 'polkadot.talisman' }))).toMatchObject({ code })
})

test('a later visit reconnects without a question', async () => {
  const storage = memoryStorage()
  const { stop, wallet } = await connectWith({}, { storage })
  stop()
  wallet.setBehaviour('refuse') // a question would be refused
  const { kit, clock } = startTestPolkadot({ storage })
  clock.advance(1_000)
  await waitFor(() => expect(kit.getState().sessions.polkadot?.status).toBe('connected'))
  expect(wallet.requests).toEqual(['enable', 'enable'])
})

test('a wallet that was never connected gets no request on a visit', async () => {
  const storage = memoryStorage()
  const other = startTestPolkadotWallet({ id: 'talisman' })
  const { stop } = await connectWith({}, { storage })
  stop()
  const { kit, clock } = startTestPolkadot({ storage })
  clock.advance(1_000)
  await waitFor(() => expect(kit.getState().sessions.polkadot?.status).toBe('connected'))
  expect(other.requests).toEqual([])
})

test('a wallet that does not answer on a visit holds up nothing, and a press asks it again', async () => {
  const storage = memoryStorage()
  const { stop, wallet } = await connectWith({}, { storage })
  stop()
  wallet.setBehaviour('hang')
  const { kit, clock } = startTestPolkadot({ storage })
  clock.advance(1_000)
  await waitFor(() => expect(wallet.requests).toHaveLength(2))
  clock.advance(10_000)
  await waitFor(() => expect(kit.getState().sessions.polkadot?.status).toBe('disconnected'))
  wallet.setBehaviour('approve')
  await kit.connect({ connectorId: ids.test })
  expect(kit.getState().sessions.polkadot?.status).toBe('connected')
})

test('a wallet that is unlocked long after the start of a visit is connected then', async () => {
  const storage = memoryStorage()
  const { stop } = await connectWith({ id: 'talisman' }, { storage })
  stop()
  let unlock: (extension: object) => void = () => {}
  page['injectedWeb3'] = {
    talisman: { enable: () => new Promise((resolve) => (unlock = resolve)) },
  }
  const { kit, clock } = startTestPolkadot({ storage })
  clock.advance(1_000)
  await waitFor(() => expect(kit.getState().sessions.polkadot?.status).toBe('connecting'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  clock.advance(10_000)
  await waitFor(() => expect(kit.getState().sessions.polkadot?.status).toBe('disconnected'))
  unlock({ accounts: { get: async () => [{ address: first?.address }] }, signer: {} })
  await waitFor(() => expect(kit.getState().sessions.polkadot?.status).toBe('connected'))
})

test('after a disconnect, a visit sends the wallet no request', async () => {
  const storage = memoryStorage()
  const { stop, wallet, kit: before } = await connectWith({}, { storage })
  await before.disconnect()
  stop()
  const { kit, clock, until } = startTestPolkadot({ storage })
  clock.advance(1_000)
  await until(({ ready }) => ready)
  expect(kit.getState().sessions.polkadot?.status ?? 'disconnected').toBe('disconnected')
  expect(wallet.requests).toEqual(['enable'])
})

test('the site selects the account, which stays selected on another network and a later visit', async () => {
  const storage = memoryStorage()
  const { kit, addresses, stop } = await connectWith({}, { storage })
  const connectorId = ids.test
  expect(await kit.switchConnection({ connectorId, address: ksm(2) })).toMatchObject({
    address: dot(2),
    name: 'Account 3',
  })
  expect(addresses()).toEqual([dot(2), dot(0), dot(1)])
  await kit.switchNetwork({ networkId: kusamaAssetHubId })
  expect(addresses()).toEqual([ksm(2), ksm(0), ksm(1)])
  expect(await reasonOf(kit.switchConnection({ connectorId, address: ksm(5) }))).toMatchObject({
    code: 'unauthorized',
  })
  stop()
  const later = startTestPolkadot({ storage })
  later.clock.advance(1_000)
  await waitFor(() =>
    expect(later.kit.getState().sessions.polkadot).toMatchObject({
      status: 'connected',
      current: { isSelectable: true, networkId: kusamaAssetHubId },
    }),
  )
  expect(later.kit.getState().sessions.polkadot).toMatchObject({
    current: { accounts: [{ address: ksm(2) }, { address: ksm(0) }, { address: ksm(1) }] },
  })
})

test('an account that one tab selects is selected in the others, too', async () => {
  const storage = memoryStorage()
  const { kit } = await connectWith({}, { storage })
  const other = startTestPolkadot({ storage })
  const first = () => {
    const session = other.kit.getState().sessions.polkadot
    return session && 'current' in session ? session.current.accounts[0]?.address : undefined
  }
  const hear = () => page.dispatchEvent(Object.assign(new Event('storage'), { key: sharedKey }))
  hear()
  await waitFor(() => expect(first()).toBe(dot(0)))
  for (const index of [2, 1]) {
    await kit.switchConnection({ connectorId: ids.test, address: dot(index) })
    hear()
    await waitFor(() => expect(first()).toBe(dot(index)))
  }
})

test('a selected account that the wallet does not share any more gives way to the next', async () => {
  const { kit, addresses, wallet } = await connectWith()
  await kit.switchConnection({ connectorId: ids.test, address: dot(1) })
  wallet.share([0, 2])
  await waitFor(() => expect(addresses()).toEqual([dot(0), dot(2)]))
  wallet.share([0, 1, 2])
  await waitFor(() => expect(addresses()).toEqual([dot(1), dot(0), dot(2)]))
})

test('a wallet that shares no account any more ends the session, and connects again', async () => {
  const { session, addresses, wallet } = await connectWith()
  wallet.share([])
  await waitFor(() => expect(session()?.status).toBe('disconnected'))
  wallet.share([2, 0])
  await waitFor(() => expect(addresses()).toEqual([dot(2), dot(0)]))
})

test('after a disconnect by the visitor, a change in the wallet does not connect', async () => {
  const { kit, session, wallet } = await connectWith()
  await kit.disconnect()
  wallet.share([1])
  wallet.share([0, 1])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(session()?.status).toBe('disconnected')
  await kit.connect({ connectorId: ids.test })
  expect(session()?.status).toBe('connected')
})

test('a wallet without any account is `unauthorized`', async () => {
  expect(await reasonOf(connectWith({ accounts: [] }))).toMatchObject({ code: 'unauthorized' })
})

test('a second press while the wallet asks waits for the answer to the first', async () => {
  const [account] = all
  let approve: (extension: object) => void = () => {}
  let count = 0
  page['injectedWeb3'] = {
    talisman: {
      enable: () => {
        if (count++ > 0) throw new Error('The source x has a pending authorization request')
        return new Promise((resolve) => (approve = resolve))
      },
    },
  }
  const { kit } = startTestPolkadot()
  const abort = new AbortController()
  const pressed = reasonOf(kit.connect({ connectorId: 'polkadot.talisman', signal: abort.signal }))
  await waitFor(() => expect(count).toBe(1))
  abort.abort()
  await pressed
  const again = kit.connect({ connectorId: 'polkadot.talisman' })
  await waitFor(() => expect(count).toBe(2))
  approve({ accounts: { get: async () => [{ address: account?.address }] }, signer: {} })
  expect(await again).toMatchObject({ address: dot(0) })
})

test('known wallets have their names, and Nova Wallet is told from Polkadot{.js}', () => {
  for (const id of ['Cool wallet', 'polkadot-js', 'subwallet-js', 'talisman'])
    startTestPolkadotWallet({ id })
  const { kit } = startTestPolkadot()
  const listed = () => kit.getState().connectors.map(({ id, name }) => [id, name])
  expect(listed()).toEqual([
    ['polkadot.talisman', 'Talisman'],
    ['polkadot.subwallet-js', 'SubWallet'],
    ['polkadot.polkadot-js', 'Polkadot{.js}'],
    ['polkadot.cool-wallet', 'Cool wallet'],
  ])
  page['walletExtension'] = { isNovaWallet: true }
  window.dispatchEvent(new Event('load'))
  expect(listed()[2]).toEqual(['polkadot.nova', 'Nova Wallet'])
})

test('a wallet that is on EVM networks, too, is one wallet by its name', () => {
  startTestPolkadotWallet({ id: 'subwallet-js' })
  startTestPolkadotWallet({ id: 'Development wallet' })
  startTestWallet({ rdns: 'app.subwallet', name: 'SubWallet' })
  startTestWallet({ rdns: 'org.other', name: 'Development wallet' })
  const { kit } = startTestKit({
    networks: [networkOf(deafChains[0]), ...unreachableNetworks],
    adapters: [evm(), polkadot()],
  })
  const idsOf = (connectorId: string) =>
    connectorsOfWallet(kit.getState().connectors, connectorId).map(({ id }) => id)
  expect(idsOf('app.subwallet').sort()).toEqual(['app.subwallet', 'polkadot.subwallet-js'])
  expect(idsOf('polkadot.development-wallet').sort()).toEqual([
    'org.other',
    'polkadot.development-wallet',
  ])
})

test('on a phone, Nova Wallet is the wallet of the page inside its browser', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile Safari' })
  onTestFinished(() => void vi.unstubAllGlobals())
  page['walletExtension'] = { isNovaWallet: true }
  startTestPolkadotWallet({ id: 'polkadot-js' })
  expect(startTestPolkadot().kit.getState().connectors).toMatchObject([
    { id: 'polkadot.nova', isHome: true },
  ])
})

test('a wallet under two keys is listed once, and an imitation has another id', () => {
  const { provider } = startTestPolkadotWallet({ id: 'talisman' })
  Object.assign(page['injectedWeb3'] as object, {
    'polkadot-js': provider,
    Talisman: { enable: async () => ({}) },
  })
  const { kit } = startTestPolkadot()
  expect(kit.getState().connectors.map(({ id }) => id)).toEqual([
    'polkadot.talisman',
    'polkadot.talisman.2',
  ])
})

test('a wallet that appears late, or on a new object, is listed; frozen ones are read', async () => {
  const { kit, clock } = startTestPolkadot()
  for (const source of contextOf(kit).sources.all()) source.prepare()
  startTestPolkadotWallet({ id: 'talisman' })
  await waitFor(() => {
    clock.advance(200)
    expect(kit.getState().connectors).toMatchObject([{ id: 'polkadot.talisman' }])
  })
  page['injectedWeb3'] = Object.freeze({
    'subwallet-js': Object.freeze({ connect: async () => ({}) }),
  })
  await waitFor(() => {
    clock.advance(200)
    expect(kit.getState().connectors).toMatchObject([{ id: 'polkadot.subwallet-js' }])
  })
})

test('Mimir is the wallet of the page inside its frame', () => {
  page['injectedWeb3'] = { mimir: { enable: async () => ({}) } }
  const { kit } = startTestPolkadot()
  const isHome = () => kit.getState().connectors[0]?.isHome
  page['parent'] = page
  window.dispatchEvent(new Event('load'))
  expect(isHome()).toBeUndefined()
  page['parent'] = {}
  window.dispatchEvent(new Event('load'))
  expect(isHome()).toBe(true)
})

test('a page whose object throws lists nothing', () => {
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('hostile')
      },
      ownKeys() {
        throw new Error('hostile')
      },
    },
  )
  Object.defineProperty(page, 'injectedWeb3', { get: () => throwing, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(page, 'injectedWeb3'))
  expect(startTestPolkadot().kit.getState().connectors).toEqual([])
})
