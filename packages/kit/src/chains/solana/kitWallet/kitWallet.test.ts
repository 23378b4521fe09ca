import { fromBase58 } from '@latchkey/protocol/base58'
import { getWallets } from '@wallet-standard/app'
import { ed25519 } from '@noble/curves/ed25519.js'
import { beforeEach, expect, test } from 'vitest'
import { memoryStorage } from '../../../core/storage/storage.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { solana } from '../solana.ts'
import { startTestPage, startTestSolana, startTestSolanaWallet } from '../startTestSolana.ts'
import type { KitWallet } from './createKitWallet.ts'

beforeEach(() => void startTestPage())
const [me = '', other = ''] = solanaKeys(2).map(({ address }) => address)
const id = 'solana.solana-test-wallet'
type Feature = (...given: readonly unknown[]) => Promise<unknown>
const featureOf = (wallet: KitWallet, feature: string) =>
  // the cast: createKitWallet gives every feature this shape
  (wallet.features[feature] as Record<string, Feature>)[feature.split(':')[1] ?? ''] as Feature

function start() {
  const wallet = startTestSolanaWallet()
  const { kit } = startTestSolana()
  return { wallet, kit, provider: kit.getProvider({ namespace: 'solana' }) as KitWallet }
}

test('getProvider always returns the same object; `accounts` is the same array until an account changes', async () => {
  const { wallet, kit, provider } = start()
  expect([provider, provider.accounts]).toEqual([kit.getProvider(), []])
  const changes: unknown[] = []
  const stop = (
    provider.features['standard:events'] as {
      on: (event: string, listener: (change: unknown) => void) => () => void
    }
  ).on('change', (change) => changes.push(change))
  await kit.connect({ connectorId: id })
  const { accounts } = provider
  expect(accounts.map(({ address, publicKey }) => [address, publicKey])).toEqual(
    solanaKeys(3).map(({ address, publicKey }) => [address, publicKey]),
  )
  expect(provider.accounts).toBe(accounts)
  kit.setLocale('de')
  expect(changes).toEqual([{ accounts }])
  wallet.share([other])
  expect(provider.accounts[0]).toBe(accounts[1])
  await featureOf(provider, 'standard:disconnect')()
  expect([provider.accounts, kit.getState().sessions.solana?.status, changes.length]).toEqual([
    [],
    'disconnected',
    3,
  ])
  stop()
})

test('every part of the provider is frozen, and its icon is base64', async () => {
  const { kit, provider } = start()
  expect(provider.icon).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/]+=*$/)
  expect(atob(provider.icon.split(',')[1] ?? '')).toMatch(/^<svg .*<\/svg>$/)
  const parts = () => [
    provider,
    provider.chains,
    provider.features,
    provider.accounts,
    ...Object.values(provider.features),
    ...provider.accounts,
    ...provider.accounts.flatMap(({ chains, features }) => [chains, features]),
  ]
  expect(parts().filter((part) => !Object.isFrozen(part))).toEqual([])
  await kit.connect({ connectorId: id })
  expect(provider.accounts.length).toBeGreaterThan(0)
  expect(parts().filter((part) => !Object.isFrozen(part))).toEqual([])
  const { supportedTransactionVersions: versions } = provider.features[
    'solana:signTransaction'
  ] as { supportedTransactionVersions: readonly unknown[] } // createKitWallet gives it this shape
  expect(Object.isFrozen(versions)).toBe(true)
})

test('a silent connect without a connection returns no accounts', async () => {
  const { provider } = start()
  expect(await featureOf(provider, 'standard:connect')({ silent: true })).toEqual({ accounts: [] })
})

test('while the page loads, connecting returns the restored accounts and opens no modal', async () => {
  startTestSolanaWallet()
  const storage = memoryStorage()
  const before = startTestSolana({ storage })
  await before.kit.connect({ connectorId: id })
  before.stop()
  const { kit, clock } = startTestSolana({ storage })
  expect(kit.getState().sessions.solana?.status).toBe('connecting')
  const provider = kit.getProvider({ namespace: 'solana' }) as KitWallet
  const requests = [{ silent: true }, undefined].map((input) =>
    featureOf(provider, 'standard:connect')(input),
  )
  clock.advance(50)
  expect(await Promise.all(requests)).toMatchObject([
    { accounts: [{ address: me }, {}, {}] },
    { accounts: [{ address: me }, {}, {}] },
  ])
  expect(kit.getState().modal.open).toBe(false)
})

test('the provider signs with the connected wallet, and only for shared accounts', async () => {
  const { kit, wallet, provider } = start()
  const sign = featureOf(provider, 'solana:signMessage')
  const message = new TextEncoder().encode('hello')
  expect(await reasonOf(sign({ account: { address: me }, message }))).toMatchObject({
    code: 'addressMissing',
  })
  await kit.connect({ connectorId: id })
  const [account] = provider.accounts
  const [{ signature }] = (await sign({ account, message })) as [{ signature: Uint8Array }]
  expect(ed25519.verify(signature, message, fromBase58(me))).toBe(true)
  wallet.share([other])
  expect(await reasonOf(sign({ account, message }))).toMatchObject({ code: 'unauthorized' })
  for (const given of [
    {},
    { account: provider.accounts[0] },
    { account: provider.accounts[0], message: 'text' },
  ])
    expect(await reasonOf(sign(given))).toMatchObject({ name: 'KitError' })
  wallet.setBehaviour('refuse')
  expect(await reasonOf(sign({ account: provider.accounts[0], message }))).toMatchObject({
    code: 4001,
  })
})

test('with `announce`, other libraries see the provider, but the kit does not list it', async () => {
  const { get } = getWallets()
  const { kit, stop } = startTestSolana({ adapters: [solana({ announce: true })] })
  const provider = kit.getProvider({ namespace: 'solana' })
  expect(get()).toContain(provider)
  expect(kit.getState().connectors).toEqual([])
  stop()
  expect(get()).not.toContain(provider)
})
