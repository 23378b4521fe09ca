import { expect, test } from 'vitest'
import { openDevice } from '../device/openDevice.ts'
import { createTestStore } from '../testing/createTestStore.ts'
import { openShare, readAccount, storeShare, takeAccount } from '../vault/deviceShare.ts'
import { hasWindowDevice, restoreOwnDevice, adoptWindowDevice } from './windowDevice.ts'
import type { Wallet } from './Wallet.ts'

const addresses = { eip155: `0x${'a'.repeat(40)}`, solana: '9'.repeat(40) }
const share = new Uint8Array(17).fill(7)

/**
 * A frame that has a share of its own and is signed out, and a window with another device.
 */
async function start() {
  const [store, ofWindow] = [createTestStore(), createTestStore()]
  const device = await openDevice(store)
  const own = { ...device }
  await storeShare(store, device, { setId: crypto.randomUUID(), addresses, share })
  const wallet = {
    store,
    device: { ...device },
    site: { origin: 'https://shop.example' },
    session: { forget() {} },
  } as unknown as Wallet // only the parts that the code for devices uses
  return { wallet, store, own, other: await openDevice(ofWindow) }
}

test('a frame that signs out of the window’s device gets its own device and share back', async () => {
  const { wallet, store, own, other } = await start()
  await adoptWindowDevice(wallet, other)
  expect([
    wallet.device.publicKey,
    await hasWindowDevice(wallet),
    await store.names('share:'),
  ]).toEqual([other.publicKey, true, []])
  await storeShare(store, other, {
    setId: crypto.randomUUID(),
    addresses,
    share: new Uint8Array(17),
  }) // the share of the window's login
  await adoptWindowDevice(wallet, other) // the window sends its device with each change
  await restoreOwnDevice(wallet)
  expect([
    wallet.device.publicKey,
    (await openDevice(store)).publicKey,
    await hasWindowDevice(wallet),
  ]).toEqual([own.publicKey, own.publicKey, false])
  await takeAccount(store, addresses.eip155)
  const account = await readAccount(store)
  expect(account && (await openShare(wallet.device, account))).toEqual(share)
  expect(await store.names('own:')).toEqual([])
})

test('when the window sends the frame’s own device, the frame keeps it as its own', async () => {
  const { wallet, store, own } = await start()
  await adoptWindowDevice(wallet, { ...own })
  expect([await hasWindowDevice(wallet), await store.names('share:')]).toEqual([
    false,
    [`share:${addresses.eip155}`],
  ])
})

test('a frame without a share of its own gets a new device when it signs out of the window’s device', async () => {
  const { wallet, store, other } = await start()
  for (const name of await store.names('')) await store.delete(name)
  await adoptWindowDevice(wallet, other)
  await restoreOwnDevice(wallet)
  expect([wallet.device.publicKey === other.publicKey, await hasWindowDevice(wallet)]).toEqual([
    false,
    false,
  ])
})
