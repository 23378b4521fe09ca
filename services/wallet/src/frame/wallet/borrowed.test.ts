import { expect, test } from 'vitest'
import { openDevice } from '../device/openDevice.ts'
import { createTestKeep } from '../testing/createTestKeep.ts'
import { openShare, readAccount, storeShare, takeAccount } from '../vault/deviceShare.ts'
import { isBorrowed, leaveBorrowed, takeDevice } from './borrowed.ts'
import type { Wallet } from './Wallet.ts'

const addresses = { eip155: `0x${'a'.repeat(40)}`, solana: '9'.repeat(40) }
const share = new Uint8Array(17).fill(7)

/** A frame with a share of its own, which is signed out, and a window with another device. */
async function start() {
  const [keep, ofWindow] = [createTestKeep(), createTestKeep()]
  const device = await openDevice(keep)
  const own = { ...device }
  await storeShare(keep, device, { setId: crypto.randomUUID(), addresses, share })
  const wallet = {
    keep,
    device: { ...device },
    site: { origin: 'https://shop.example' },
    session: { forget() {} },
  } as unknown as Wallet // what the device needs of one
  return { wallet, keep, own, other: await openDevice(ofWindow) }
}

test('the share of a frame that is signed out outlives the login of the window, and is good again when the frame has its device back', async () => {
  const { wallet, keep, own, other } = await start()
  await takeDevice(wallet, other)
  expect([wallet.device.publicKey, await isBorrowed(wallet), await keep.names('share:')]).toEqual([
    other.publicKey,
    true,
    [],
  ])
  await storeShare(keep, other, {
    setId: crypto.randomUUID(),
    addresses,
    share: new Uint8Array(17),
  }) // of the window's login
  await takeDevice(wallet, other) // as each change of the window tells it
  await leaveBorrowed(wallet)
  expect([
    wallet.device.publicKey,
    (await openDevice(keep)).publicKey,
    await isBorrowed(wallet),
  ]).toEqual([own.publicKey, own.publicKey, false])
  await takeAccount(keep, addresses.eip155)
  const account = await readAccount(keep)
  expect(account && (await openShare(wallet.device, account))).toEqual(share)
  expect(await keep.names('own:')).toEqual([])
})

test('a frame that gets its own device borrows nothing', async () => {
  const { wallet, keep, own } = await start()
  await takeDevice(wallet, { ...own })
  expect([await isBorrowed(wallet), await keep.names('share:')]).toEqual([
    false,
    [`share:${addresses.eip155}`],
  ])
})

test('a frame without a share of its own has a new device after the window’s', async () => {
  const { wallet, keep, other } = await start()
  for (const name of await keep.names('')) await keep.delete(name)
  await takeDevice(wallet, other)
  await leaveBorrowed(wallet)
  expect([wallet.device.publicKey === other.publicKey, await isBorrowed(wallet)]).toEqual([
    false,
    false,
  ])
})
