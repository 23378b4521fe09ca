import { randomUUID } from 'node:crypto'
import {
  addSplit,
  createAccount,
  endSession,
  getSession,
  getShare,
  listDevices,
  listRecovery,
  recover,
  removeDevice,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()))
afterAll(() => wallet.close())

const split = (recovery = passwordShare()) => ({ serverShare: secret(17), recovery })

/** Two devices of a user; the first has the account. */
async function twoDevices(email: string): Promise<{
  first: TestDevice
  second: TestDevice
  made: Awaited<ReturnType<typeof makeAccount>>
  recoverOn: (device: TestDevice) => Promise<unknown>
}> {
  const [first, second] = await Promise.all([wallet.device(), wallet.device()])
  await wallet.logIn(first, email)
  const recovery = passwordShare()
  const made = await makeAccount(first, recovery)
  await wallet.logIn(second, email)
  return {
    first,
    second,
    made,
    recoverOn: (device: TestDevice) =>
      device.ask(recover, { setId: made.setId, proof: recovery.proof }),
  }
}

const deviceIds = async (device: TestDevice) => {
  const { devices } = await device.ask(listDevices, {})
  return {
    own: devices.find(({ isThis }) => isThis)?.id ?? '',
    other: devices.find(({ isThis }) => !isThis)?.id ?? '',
  }
}

test('a repeated call that creates an account gets the same answer, and a different call is refused', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
  const made = await makeAccount(device)
  expect(await device.ask(createAccount, made)).toEqual({ setId: made.setId })
  expect(await device.refusal(createAccount, { ...made, setId: randomUUID() })).toEqual({
    status: 409,
    error: 'accountExists',
  })
  expect(await device.ask(getSession, {})).toMatchObject({ addresses })
  expect(await device.ask(getShare, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
  })
})

test('when devices create an account at once, the first call succeeds, and the other devices are logged out', async () => {
  const devices = await Promise.all(Array.from({ length: 8 }, () => wallet.device()))
  for (const device of devices) await wallet.logIn(device, 'ben@example.com')
  const requests = devices.map((device) => ({
    device,
    sent: {
      setId: randomUUID(),
      addresses: {
        ...addresses,
        eip155: `0x${secret(20)
          .replace(/[^a-f\d]/gi, '0')
          .padEnd(40, '1')
          .slice(0, 40)}`,
      },
      split: split(),
    },
  }))
  const refusals = await Promise.all(
    requests.map(({ device, sent }) => device.refusal(createAccount, sent)),
  )
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(refusals.filter((refusal) => refusal?.error === 'loginRequired')).toHaveLength(7)
  const winner = requests[refusals.indexOf(undefined)]
  expect((await winner?.device.ask(getSession, {}))?.addresses).toEqual(winner?.sent.addresses)
})

test('only the device of a split gets its share, not another device of the user, and not another user', async () => {
  const { first, second, made } = await twoDevices('cat@example.com')
  expect(await second.refusal(getShare, { setId: made.setId })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
  const attacker = await wallet.device()
  await wallet.logIn(attacker, 'mallory@example.com')
  await makeAccount(attacker)
  const { setId } = made
  expect(await attacker.refusal(getShare, { setId })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
  expect(
    await attacker.refusal(recover, {
      setId,
      proof: made.split.recovery.method === 'password' ? made.split.recovery.proof : '',
    }),
  ).toEqual({ status: 404, error: 'shareMissing' })
  expect(await attacker.refusal(addSplit, { setId, addresses, split: split() })).toEqual({
    status: 400,
    error: 'invalidRequest',
  })
  expect(await attacker.refusal(removeDevice, { id: (await deviceIds(first)).own })).toEqual({
    status: 404,
    error: 'notFound',
  })
  expect(await first.ask(getShare, { setId })).toEqual({ serverShare: made.split.serverShare })
})

test('a new split must belong to the same account, and replaces the device’s earlier split and recovery', async () => {
  const { first, second, made, recoverOn } = await twoDevices('dan@example.com')
  const more = { setId: randomUUID(), addresses, split: split() }
  expect(
    await second.refusal(addSplit, {
      ...more,
      addresses: { ...addresses, eip155: `0x${'cd'.repeat(20)}` },
    }),
  ).toEqual({ status: 409, error: 'accountDiffers' })
  expect(await second.refusal(addSplit, more)).toEqual({ status: 403, error: 'notRecovered' })
  await recoverOn(second)
  for (let time = 0; time < 2; time++)
    expect(await second.ask(addSplit, more)).toEqual({ setId: more.setId })
  expect(await second.ask(getShare, { setId: more.setId })).toEqual({
    serverShare: more.split.serverShare,
  })
  expect(await first.ask(getShare, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
  })
  expect((await first.ask(listRecovery, {})).methods).toEqual([
    {
      method: 'password',
      setId: more.setId,
      salt: more.split.recovery.salt,
      credentialId: null,
      readyAt: null,
    },
  ])
  expect(await second.refusal(recover, { setId: made.setId, proof: secret(32) })).toEqual({
    status: 404,
    error: 'shareMissing',
  })

  const third = { setId: randomUUID(), addresses, split: split() }
  await second.ask(addSplit, third)
  expect(await second.refusal(getShare, { setId: more.setId })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
})

test('an account of an earlier version has no address in a later namespace until a new split adds it', async () => {
  const { eip155 } = addresses
  const [first, second] = await Promise.all([wallet.device(), wallet.device()])
  await wallet.logIn(first, 'gus@example.com')
  const recovery = passwordShare()
  const made = { setId: randomUUID(), addresses: { eip155 }, split: split(recovery) }
  await first.ask(createAccount, made)
  expect(await first.ask(getSession, {})).toMatchObject({ addresses: { eip155 } })
  await wallet.logIn(second, 'gus@example.com')
  const more = { setId: randomUUID(), addresses, split: split() }
  expect(await second.refusal(addSplit, more)).toMatchObject({ error: 'notRecovered' })
  expect((await second.ask(getSession, {})).addresses).toEqual({ eip155 })
  await second.ask(recover, { setId: made.setId, proof: recovery.proof })
  await second.ask(addSplit, more)
  expect((await first.ask(getSession, {})).addresses).toEqual(addresses)
  // a split that names fewer addresses changes nothing
  await second.ask(addSplit, { setId: randomUUID(), addresses: { eip155 }, split: split() })
  expect((await first.ask(getSession, {})).addresses).toEqual(addresses)
})

test('a device that the owner removes is logged out, and never gets its share again', async () => {
  const { first, second, made, recoverOn } = await twoDevices('eve@example.com')
  await recoverOn(second)
  await recoverOn(first)
  await second.ask(addSplit, { setId: randomUUID(), addresses, split: split() })
  await second.ask(removeDevice, { id: (await deviceIds(second)).other })
  expect(await first.refusal(getShare, { setId: made.setId })).toEqual({
    status: 401,
    error: 'loginRequired',
  })
  await wallet.logIn(first, 'eve@example.com')
  expect(wallet.mails.some(({ subject }) => subject.includes('new device'))).toBe(true)
  expect(await first.refusal(addSplit, { setId: randomUUID(), addresses, split: split() })).toEqual(
    { status: 403, error: 'notRecovered' },
  )
  expect(await first.refusal(getShare, { setId: made.setId })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
})

test('only a device that knows the phrase can remove another such device, and the owner gets a mail about it', async () => {
  const { first, second, made, recoverOn } = await twoDevices('hal@example.com')
  const third = await wallet.device()
  await wallet.logIn(third, 'hal@example.com')
  const { own } = await deviceIds(first)
  const removed = () => wallet.mails.filter(({ subject }) => subject.includes('was removed'))
  expect(await second.refusal(removeDevice, { id: own })).toEqual({
    status: 403,
    error: 'notRecovered',
  })
  expect(await first.ask(getShare, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
  })
  expect(removed()).toEqual([])
  await second.ask(removeDevice, { id: (await deviceIds(third)).own })
  await expect.poll(() => removed().length).toBe(1)
  expect(removed()[0]).toMatchObject({
    to: 'hal@example.com',
    text: expect.stringContaining('Firefox on Linux'),
  })
  await recoverOn(second)
  for (let time = 0; time < 2; time++) await second.ask(removeDevice, { id: own })
  await expect.poll(() => removed().length).toBe(2)
  expect(await first.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('a device that signs out during its removal stays removed', { timeout: 60_000 }, async () => {
  const { first, second } = await twoDevices('jim@example.com')
  for (let turn = 0; turn < 6; turn++) {
    const { own } = await deviceIds(second)
    await Promise.all([
      first.ask(removeDevice, { id: own }),
      ...Array.from({ length: 4 }, () => second.refusal(endSession, {})),
    ])
    expect((await first.ask(listDevices, {})).devices).toHaveLength(1)
    await wallet.logIn(second, 'jim@example.com')
  }
})

test.each(['signed out', 'expired'])(
  'a device that is %s is listed and can be removed, because the device still has its share',
  async (how) => {
    const email = `gus-${how.slice(0, 3)}@example.com`
    const { first, second, made, recoverOn } = await twoDevices(email)
    if (how === 'signed out') await first.ask(endSession, {})
    else {
      wallet.pass(31 * 24 * 3_600_000)
      await wallet.logIn(second, email)
    }
    expect(
      (await second.ask(listDevices, {})).devices
        .map(({ status, isThis }) => [status, isThis])
        .sort(),
    ).toEqual([
      ['in', true],
      ['out', false],
    ])
    await recoverOn(second)
    await second.ask(removeDevice, { id: (await deviceIds(second)).other })
    expect((await second.ask(listDevices, {})).devices).toHaveLength(1)
    await wallet.logIn(first, email)
    expect(wallet.mails.some(({ subject }) => subject.includes('new device'))).toBe(true)
    expect(await first.refusal(getShare, { setId: made.setId })).toEqual({
      status: 404,
      error: 'shareMissing',
    })
  },
)

test('the split of a removed device still serves for recovery, but the removed device never gets its share', async () => {
  const { first, second, made, recoverOn } = await twoDevices('fay@example.com')
  await recoverOn(second)
  await second.ask(removeDevice, { id: (await deviceIds(second)).other })
  const { proof, blob } = made.split.recovery as ReturnType<typeof passwordShare>
  expect(await second.ask(recover, { setId: made.setId, proof })).toEqual({
    serverShare: made.split.serverShare,
    blob,
  })
  await wallet.logIn(first, 'fay@example.com')
  expect(await first.refusal(getShare, { setId: made.setId })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
  const more = { setId: randomUUID(), addresses, split: split() }
  await second.ask(addSplit, more)
  expect(await second.refusal(recover, { setId: made.setId, proof })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
})
