import { toBase64url } from '@latchkey/protocol/base64'
import { addSplit, getShare, listRecovery, recover } from '@latchkey/protocol/walletServer'
import type { WalletAddresses, WalletCall, WalletUser } from '@latchkey/protocol/walletServer'
import { beforeEach, expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import type { FaultCode } from '../bridge/faults.ts'
import type { CallOptions, Server } from '../server/createServer.ts'
import { createTestStore } from '../testing/createTestStore.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { withKeys } from './deriveKeys.ts'
import { readAccount, storeShare, takeAccount } from './deviceShare.ts'
import { sealUnder } from './guardKeys.ts'
import { recoverAccount } from './recoverAccount.ts'
import { resplit } from './resplit.ts'
import { splitEntropy } from './splitEntropy.ts'
import { withEntropy } from './withEntropy.ts'

const password = {
  method: 'password',
  keys: { salt: new Uint8Array(16), proof: new Uint8Array(32), key: new Uint8Array(32) },
} as const
const userId = crypto.randomUUID()
let entropy: Uint8Array<ArrayBuffer>
let addresses: WalletAddresses
beforeEach(async () => {
  entropy = crypto.getRandomValues(new Uint8Array(16))
  addresses = await withKeys(entropy, async (keys) => keys.addresses)
})

/** A browser with a current account, and a server with its split. */
async function start() {
  const store = createTestStore()
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const shares = await splitEntropy(entropy)
  const setId = crypto.randomUUID()
  /**
   * The splits at the server, one for each device. `lost`: the errors of the next new splits.
   */
  const server: {
    splits: Map<string, string>
    requests: string[]
    lost: (FaultCode | undefined)[]
    user: WalletUser
  } = {
    splits: new Map([[setId, toBase64url(shares.server)]]),
    requests: [],
    lost: [],
    user: { userId, email: 'ann@example.org', userName: null, ways: ['email'], addresses },
  }
  async function call(
    { path }: WalletCall,
    params: { setId: string; split: { serverShare: string } },
  ) {
    server.requests.push(`${path} ${params.setId}`)
    if (path === addSplit.path) {
      server.splits = new Map([[params.setId, params.split.serverShare]])
      const code = server.lost.shift()
      if (code) throw fault(code)
      return { setId: params.setId }
    }
    const serverShare = server.splits.get(params.setId)
    if (path !== getShare.path || serverShare === undefined) throw fault('shareMissing')
    return { serverShare }
  }
  const device = { wrappingKey }
  const session = { forget() {}, read: async () => server.user }
  // only the parts that the code for shares uses
  const wallet = {
    store,
    device,
    server: { call },
    session,
    settings: {},
  } as unknown as Wallet
  await storeShare(store, wallet.device, { setId, addresses, share: shares.device })
  await takeAccount(store, addresses.eip155)
  return { wallet, store, server, setId }
}

const addressOf = (wallet: Wallet) => withEntropy(wallet, async (_, keys) => keys.addresses.eip155)
const sharesOf = ({ stored }: ReturnType<typeof createTestStore>) =>
  [...stored.keys()].filter((name) => /^(share|pending):/.test(name))

test('when the answers to a new split are lost, it is requested again under the same ID', async () => {
  const { wallet, server } = await start()
  server.lost = ['httpFailed', 'httpTimeout']
  await resplit(wallet, { entropy, expected: addresses, guard: password })
  expect(new Set(server.requests).size).toBe(1)
  expect(server.requests).toHaveLength(3)
  expect((await readAccount(wallet.store))?.setId).toBe([...server.splits.keys()][0])
  expect(await addressOf(wallet)).toBe(addresses.eip155)
})

test('after three lost answers, the new share is used', async () => {
  const { wallet, server, store } = await start()
  server.lost = ['httpFailed', 'httpFailed', 'httpFailed']
  await expect(
    resplit(wallet, { entropy, expected: addresses, guard: password }),
  ).rejects.toMatchObject({ code: 'httpFailed' })
  expect(await addressOf(wallet)).toBe(addresses.eip155)
  expect((await readAccount(store))?.setId).toBe([...server.splits.keys()][0])
  expect(sharesOf(store)).toHaveLength(1)
})

test('when a new split does not reach the server, the old share is used', async () => {
  const { wallet, server, setId } = await start()
  const { splits } = server
  server.lost = ['methodNotOffered']
  await expect(
    resplit(wallet, { entropy, expected: addresses, guard: password }),
  ).rejects.toMatchObject({ code: 'methodNotOffered' })
  server.splits = splits
  expect(await addressOf(wallet)).toBe(addresses.eip155)
  expect((await readAccount(wallet.store))?.setId).toBe(setId)
})

test('when the server has no matching share, the shares of the browser are removed', async () => {
  const { wallet, server, store } = await start()
  server.lost = ['answerInvalid']
  await expect(resplit(wallet, { entropy, expected: addresses, guard: password })).rejects.toThrow()
  server.splits = new Map()
  await expect(addressOf(wallet)).rejects.toMatchObject({ code: 'shareMissing' })
  expect(sharesOf(store)).toEqual([])
  expect(await readAccount(store)).toBeUndefined()
})

test('when a newer split has replaced the known one, a recovery continues with the newer split', async () => {
  const { wallet, server, store, setId } = await start()
  const shares = await splitEntropy(entropy)
  const newer = crypto.randomUUID()
  const salt = toBase64url(password.keys.salt)
  const { call } = wallet.server
  const blob = await sealUnder(password.keys.key, shares.recovery)
  const listed = { method: 'password', setId: newer, salt }
  wallet.server.call = (async (
    entry: WalletCall,
    params: { setId: string },
    options: CallOptions,
  ) => {
    if (entry.path === listRecovery.path) return { methods: [listed] }
    if (entry.path !== recover.path) return call(entry, params, options)
    if (params.setId !== newer) throw fault('shareMissing')
    return { serverShare: toBase64url(shares.server), blob }
  }) as Server['call'] // it answers only the calls of a recovery
  store.stored.clear()
  const bring = () => recoverAccount(wallet, { setId, guard: password, expected: addresses })
  await bring()
  expect(await addressOf(wallet)).toBe(addresses.eip155)
  expect((await readAccount(store))?.setId).toBe([...server.splits.keys()][0])
  listed.salt = toBase64url(new Uint8Array(16).fill(1))
  await expect(bring()).rejects.toMatchObject({ code: 'shareMissing' })
  Object.assign(listed, { salt, setId })
  await expect(bring()).rejects.toMatchObject({ code: 'shareMissing' })
})

test('the wallet requests persistent storage when it stores the first share, and not again', async () => {
  const { wallet, store } = await start()
  const first = `share:${addresses.eip155.toLowerCase()}`
  expect(store.persisted).toEqual([[first]])
  await resplit(wallet, { entropy, expected: addresses, guard: password })
  await storeShare(store, wallet.device, {
    setId: crypto.randomUUID(),
    addresses: { ...addresses, eip155: `0x${'b'.repeat(40)}` },
    share: new Uint8Array(17),
  })
  expect(store.persisted).toHaveLength(1)
  store.stored.clear()
  await resplit(wallet, { entropy, expected: addresses, guard: password })
  expect(store.persisted.at(-1)).toEqual([`pending:${addresses.eip155.toLowerCase()}`])
})

test('the share of a user stays stored when another user logs in', async () => {
  const { wallet, server, store } = await start()
  server.splits = new Map()
  server.user = {
    userId: crypto.randomUUID(),
    email: 'ben@example.org',
    userName: null,
    ways: ['email'],
    addresses: null,
  }
  await expect(addressOf(wallet)).rejects.toMatchObject({ code: 'loginRequired' })
  expect(sharesOf(store)).toHaveLength(1)
  expect(await readAccount(store)).toBeUndefined()
})
