import { readFileSync } from 'node:fs'
import { fromBase64url } from '@latchkey/protocol/base64'
import { expect, test } from 'vitest'
import { createTestStore } from '../testing/createTestStore.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readAccount } from './deviceShare.ts'
import { withEntropy } from './withEntropy.ts'

/** A browser's stored account and the server's share, as version 0.1.0 wrote them. */
type FirstVault = {
  wrappingKey: JsonWebKey
  serverShare: string
  addresses: { eip155: string; solana: string }
  entries: Record<string, unknown>
}

const readVault = (): FirstVault =>
  // written by the first version: the test fails where it has another form
  JSON.parse(
    readFileSync(new URL('./testing/firstVault.json', import.meta.url), 'utf8'),
    (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'base64url' in value
        ? fromBase64url(String(value.base64url))
        : value,
  ) as FirstVault

test('opens an account that the first version has stored', async () => {
  const { wrappingKey, serverShare, addresses, entries } = readVault()
  const store = createTestStore()
  for (const [name, value] of Object.entries(entries)) await store.set(name, value)
  expect((await readAccount(store))?.addresses).toEqual(addresses)
  // the parts that shares use
  const wallet = {
    store,
    device: {
      wrappingKey: await crypto.subtle.importKey('jwk', wrappingKey, 'AES-GCM', false, ['decrypt']),
    },
    server: { call: async () => ({ serverShare }) },
  } as unknown as Wallet
  expect(await withEntropy(wallet, async (_, keys) => keys.addresses)).toEqual(addresses)
})
