import { readFileSync } from 'node:fs'
import { fromBase64url } from '@latchkey/protocol/base64'
import { expect, test } from 'vitest'
import { createTestStore } from '../testing/createTestStore.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { completeAddresses } from './completeAddresses.ts'
import { readAccount, takeAccount } from './deviceShare.ts'
import { openAccount } from './openAccount.ts'
import { withEntropy } from './withEntropy.ts'

/** A browser's stored account and the server's share, as version 0.1.0 wrote them. */
type FirstVault = {
  wrappingKey: JsonWebKey
  serverShare: string
  addresses: { eip155: string; solana: string }
  entries: Record<string, unknown>
}

/** The entries of later namespaces for the account in the file, which is older than they. */
const later = {
  bip122: 'A4Z1yHpO2MqWpQpenYP_AfjPw1NImUx4MTWjMiSKQXChppG225h2F6xqV1vMXJjAl5yZaw7aN-I5LAtOFY3B2dw',
  bip122Test:
    'AoOdkPimPT3oCOEApzR30gmS1WJTIeyzfRNKZNmf-Bf-qx-w53UpRBcjM5FH7Z4lFJpCTrlj31zpDgAddfyQm74',
  polkadot: '5DUPkMPUJcvsFKitHMGpT419U6j1ePvA1kkY28dKVQJ9Za1b',
}

const readVault = (): FirstVault =>
  // the cast is safe: version 0.1.0 wrote the file, and with another form the test fails
  JSON.parse(
    readFileSync(new URL('./testing/firstVault.json', import.meta.url), 'utf8'),
    (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'base64url' in value
        ? fromBase64url(String(value.base64url))
        : value,
  ) as FirstVault

/** The entries of the first version with another record of addresses. */
const withAddresses = ({ entries }: FirstVault, addresses: object): FirstVault['entries'] =>
  Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      name,
      typeof value === 'object' ? { ...value, addresses } : value,
    ]),
  )

/** A browser with these entries, and the wallet over it. */
async function open({ wrappingKey, serverShare }: FirstVault, entries: FirstVault['entries']) {
  const store = createTestStore()
  for (const [name, value] of Object.entries(entries)) await store.set(name, value)
  // only the parts that the code for shares uses
  const wallet = {
    store,
    device: {
      wrappingKey: await crypto.subtle.importKey('jwk', wrappingKey, 'AES-GCM', false, ['decrypt']),
    },
    server: { call: async () => ({ serverShare }) },
  } as unknown as Wallet
  return { store, wallet }
}

test('an account stored by version 0.1.0 opens', async () => {
  const vault = readVault()
  const { store, wallet } = await open(vault, vault.entries)
  expect((await readAccount(store))?.addresses).toEqual(vault.addresses)
  const addresses = await withEntropy(wallet, async (_, keys) => keys.addresses)
  expect(addresses).toEqual({ ...vault.addresses, ...later })
  // without a request and a write, the stored entries stay as they are
  for (const [name, value] of Object.entries(vault.entries))
    expect(await store.get(name)).toEqual(value)
  // the account gets its later entries, and nothing else of it changes
  expect(await completeAddresses(wallet)).toEqual(addresses)
  for (const [name, value] of Object.entries(withAddresses(vault, addresses)))
    expect(await store.get(name)).toEqual(value)
  // now the account has everything, so there is no request
  const offline = { ...wallet, server: { call: () => Promise.reject(new Error('Not asked')) } }
  expect(
    await completeAddresses(offline as unknown as Wallet), // its server can't be called
  ).toEqual(addresses)
})

test('an account stored without one of its addresses opens, and the address is derived from the keys', async () => {
  const vault = readVault()
  const { eip155 } = vault.addresses
  const earlier = withAddresses(vault, { eip155 })
  const { store, wallet } = await open(vault, earlier)
  expect((await readAccount(store))?.addresses).toEqual({ eip155 })
  const addresses = { ...vault.addresses, ...later }
  expect(await completeAddresses(wallet)).toEqual(addresses)
  for (const [name, value] of Object.entries(withAddresses(vault, addresses)))
    expect(await store.get(name)).toEqual(value)
})

test('an address that only the server claims is ignored', async () => {
  const vault = readVault()
  const { eip155 } = vault.addresses
  const { store, wallet } = await open(vault, withAddresses(vault, { eip155 }))
  expect(await takeAccount(store, eip155)).toBe(true)
  const claimed = { eip155, solana: 'So11111111111111111111111111111111111111112' }
  const user = { userId: 'user', email: null, userName: null, ways: [], addresses: claimed }
  const addresses = { ...vault.addresses, ...later }
  expect(await openAccount(wallet, user)).toEqual(addresses)
  expect((await readAccount(store))?.addresses).toEqual(addresses)
})

test('a record of a later layout is ignored, but not deleted', async () => {
  const vault = readVault()
  const later = withAddresses(vault, { version: 2 })
  const { store } = await open(vault, later)
  expect(await readAccount(store)).toBeUndefined()
  for (const [name, value] of Object.entries(later)) expect(await store.get(name)).toEqual(value)
})
