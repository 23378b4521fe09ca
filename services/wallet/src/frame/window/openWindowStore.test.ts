import { toBase64url } from '@latchkey/protocol/base64'
import { getShare } from '@latchkey/protocol/walletServer'
import type { WalletAddresses, WalletCall } from '@latchkey/protocol/walletServer'
import { beforeAll, expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { openDevice } from '../device/openDevice.ts'
import { createTestStore } from '../testing/createTestStore.ts'
import { withKeys } from '../vault/deriveKeys.ts'
import { readAccount, storeShare, takeAccount } from '../vault/deviceShare.ts'
import { splitEntropy } from '../vault/splitEntropy.ts'
import { withEntropy } from '../vault/withEntropy.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { readCarried } from './carried.ts'
import { openWindowStore } from './openWindowStore.ts'

const shop = 'https://shop.example'
const foreignSite = 'https://stranger.example'
const entropies = [new Uint8Array(16).fill(7), new Uint8Array(16).fill(8)] as const
let all: readonly WalletAddresses[]
beforeAll(async () => {
  all = await Promise.all(
    entropies.map((entropy) =>
      withKeys(Uint8Array.from(entropy), async ({ addresses }) => addresses),
    ),
  )
})

/**
 * A browser's storage with a device and a current account, which has one of two phrases; and the
 * server's share of its split.
 */
async function browser(which: 0 | 1, site = shop) {
  const store = createTestStore()
  const device = await openDevice(store)
  const shares = await splitEntropy(Uint8Array.from(entropies[which]))
  const setId = crypto.randomUUID()
  const addresses = all[which]
  if (!addresses) throw new Error('There are two accounts')
  await storeShare(store, device, { setId, addresses, share: shares.device })
  await takeAccount(store, addresses.eip155)
  await store.set(`consent:${site}`, `user ${which}`)
  return { store, device, setId, addresses, serverShare: toBase64url(shares.server) }
}
type Browser = Awaited<ReturnType<typeof browser>>

/** The signing address, from the stored share and the server's share. */
async function addressFrom(
  store: Browser['store'] | Awaited<ReturnType<typeof openWindowStore>>,
  { setId, serverShare, addresses }: Browser,
) {
  const call = async ({ path }: WalletCall, params: { setId: string }) => {
    if (path !== getShare.path || params.setId !== setId) throw fault('shareMissing')
    return { serverShare }
  }
  const session = {
    forget() {},
    read: async () => ({ userId: 'ann', email: null, userName: null, ways: ['email'], addresses }),
  }
  const wallet = {
    store,
    device: await openDevice(store),
    server: { call },
    session,
    settings: {},
  } as unknown as Wallet // only the parts that the code for shares uses
  return withEntropy(wallet, async (_, keys) => keys.addresses.eip155)
}
const copyOf = ({ stored }: { stored: Map<string, unknown> }) => new Map(stored)

test('when the frame has no account, the window uses its own storage', async () => {
  const own = await browser(0)
  const before = copyOf(own.store)
  const bare = createTestStore()
  await openDevice(bare)
  await bare.set(`join:${shop}`, 'left over')
  for (const entries of [[], await readCarried(bare, shop)])
    expect(await openWindowStore(own.store, entries, shop)).toBe(own.store)
  expect(own.store.stored).toEqual(before)
})

test('in an empty window the frame’s account stays in memory, so that a site cannot set the login of the browser', async () => {
  const frame = await browser(0)
  for (const hasDevice of [false, true]) {
    const own = createTestStore()
    if (hasDevice) await openDevice(own)
    const before = copyOf(own)
    const store = await openWindowStore(own, await readCarried(frame.store, shop), shop)
    expect(await openDevice(store)).toBe(frame.device)
    expect(await addressFrom(store, frame)).toBe(frame.addresses.eip155)
    expect(own.stored).toEqual(before)
    const next = await openWindowStore(
      own,
      await readCarried(createTestStore(), foreignSite),
      foreignSite,
    )
    expect(await readAccount(next)).toBeUndefined()
  }
})

test('a frame with the same login adds its newer entries, and the window’s device stays', async () => {
  const own = await browser(0)
  const frame = createTestStore()
  for (const [name, value] of own.store.stored) frame.stored.set(name, value)
  await frame.set(`sent:${shop} 1`, 'a transaction')
  await frame.set(`consent:${foreignSite}`, 'another site')
  const store = await openWindowStore(own.store, await readCarried(frame, shop), shop)
  expect(store).toBe(own.store)
  expect(await openDevice(store)).toBe(own.device)
  expect([
    own.store.stored.has(`sent:${shop} 1`),
    own.store.stored.has(`consent:${foreignSite}`),
  ]).toEqual([true, false])
  expect(await addressFrom(store, own)).toBe(own.addresses.eip155)
})

test.each([
  ['another account', 1],
  ['the same account on another device', 0],
] as const)(
  'a window with %s uses the frame’s account in memory, and its own storage stays unchanged',
  async (_, which) => {
    const own = await browser(which)
    const frame = await browser(0)
    const [before, framesBefore] = [copyOf(own.store), copyOf(frame.store)]
    const store = await openWindowStore(own.store, await readCarried(frame.store, shop), shop)
    expect(await addressFrom(store, frame)).toBe(frame.addresses.eip155)
    await store.set('current', 'changed')
    await store.clear()
    expect([own.store.stored, frame.store.stored]).toEqual([before, framesBefore])
    expect(await addressFrom(own.store, own)).toBe(own.addresses.eip155)
  },
)

test('the share of a signed-out window stays, and the frame’s share does not replace it', async () => {
  const own = await browser(1)
  await own.store.delete('current')
  const frame = await browser(0)
  const store = await openWindowStore(own.store, await readCarried(frame.store, shop), shop)
  expect(await addressFrom(store, frame)).toBe(frame.addresses.eip155)
  await takeAccount(own.store, own.addresses.eip155)
  expect(await addressFrom(own.store, own)).toBe(own.addresses.eip155)
})

test('a frame that signs out removes none of the window’s shares', async () => {
  const own = await browser(0)
  const frame = await browser(0)
  await frame.store.delete('current')
  expect(await openWindowStore(own.store, await readCarried(frame.store, shop), shop)).toBe(
    own.store,
  )
  expect((await readAccount(own.store))?.setId).toBe(own.setId)
})

test('an older share of the frame does not replace the window’s newer share', async () => {
  const own = await browser(0)
  // the store of another site's frame after the window's last change
  const other = createTestStore()
  for (const [name, value] of own.store.stored) other.stored.set(name, value)
  // on the first site the visitor then changes the password, which splits the phrase again
  const shares = await splitEntropy(Uint8Array.from(entropies[0]))
  const setId = crypto.randomUUID()
  await storeShare(own.store, own.device, { setId, addresses: own.addresses, share: shares.device })
  const store = await openWindowStore(own.store, await readCarried(other, foreignSite), foreignSite)
  expect(await addressFrom(store, { ...own, setId, serverShare: toBase64url(shares.server) })).toBe(
    own.addresses.eip155,
  )
})
