import { randomUUID } from 'node:crypto'
import {
  addSplit,
  auditKinds,
  endSession,
  getSession,
  listAudit,
  listDevices,
  noteExport,
  recover,
  removeDevice,
  askVault,
  startEmailChange,
  checkPrimaryOtp,
  checkSecondaryOtp,
} from '@latchkey/protocol/walletServer'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()), 60_000)
afterAll(() => wallet.close())

const linesOf = async (device: TestDevice) =>
  (await device.ask(listAudit, {})).entries.map(
    ({ kind, detail, isThis }) => `${kind} ${detail ?? ''} ${isThis ? 'here' : 'elsewhere'}`,
  )

test('the log has every event in order, with its device', {
  timeout: 60_000,
}, async () => {
  const [first, second] = [await wallet.device(), await wallet.device()]
  await wallet.logIn(first, 'ann@example.com')
  const recovery = passwordShare()
  const made = await makeAccount(first, recovery)
  await wallet.logIn(second, 'ann@example.com')
  await second.ask(recover, { setId: made.setId, proof: recovery.proof })
  const split = () => ({
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: passwordShare() },
  })
  await second.ask(addSplit, split()) // ends the recovery
  await second.ask(addSplit, split()) // another password
  await first.ask(noteExport, { kind: 'phrase' })
  await first.ask(noteExport, { kind: 'phrase' })
  await first.ask(noteExport, { kind: 'keystore' })
  wallet.pass(31_000)
  wallet.mails.length = 0
  await first.ask(startEmailChange, { email: 'ann@example.org' })
  await first.ask(checkPrimaryOtp, { otp: await wallet.codeTo('ann@example.com') })
  await first.ask(checkSecondaryOtp, { otp: await wallet.codeTo('ann@example.org') })
  await second.ask(endSession, {})
  const { devices } = await first.ask(listDevices, {})
  await first.ask(removeDevice, { id: devices.find(({ isThis }) => !isThis)?.id ?? '' })
  expect((await linesOf(first)).toReversed()).toEqual([
    'login email here',
    'accountMade password here',
    'login email elsewhere',
    'recovered password elsewhere',
    'recoverySet password elsewhere',
    'exported phrase here',
    'exported keystore here',
    'emailChanged  here',
    'signOut  elsewhere',
    'deviceRemoved Firefox on Linux here',
  ])
  expect(auditKinds).toHaveLength(11)
})

test('the log has a vault request and its refusal', async () => {
  const [first, attacker] = [await wallet.device(), await wallet.device()]
  await wallet.logIn(first, 'ben@example.com')
  await makeAccount(first)
  const { setId, split } = {
    setId: randomUUID(),
    split: {
      serverShare: secret(17),
      recovery: {
        method: 'vault',
        blob: await sealToVault({
          vaultKey: wallet.vault.privateKey,
          userId: (await first.ask(getSession, {})).userId,
          share: new Uint8Array(17),
        }),
      } as const,
    },
  }
  await first.ask(addSplit, { setId, addresses, split })
  await wallet.logIn(attacker, 'ben@example.com')
  await attacker.ask(askVault, {})
  await wallet.post('/refuse', await wallet.tokenTo('ben@example.com', /recovered/))
  expect((await linesOf(first)).slice(0, 3)).toEqual([
    'vaultRefused  elsewhere',
    'vaultAsked  elsewhere',
    'login email elsewhere',
  ])
})

test('a device can neither displace an export from the log nor send the owner many mails', {
  timeout: 60_000,
}, async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'eve@example.com')
  await makeAccount(device)
  await device.ask(noteExport, { kind: 'phrase' })
  wallet.mails.length = 0
  const again = passwordShare()
  const split = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: again },
  }
  for (let round = 0; round < 30; round++)
    await device.ask(addSplit, { ...split, setId: randomUUID() })
  await device.ask(addSplit, split)
  for (let round = 0; round < 100; round++)
    await device.ask(recover, { setId: split.setId, proof: again.proof })
  expect((await linesOf(device)).toReversed()).toEqual([
    'login email here',
    'accountMade password here',
    'exported phrase here',
    'recoverySet password here',
    'recovered password here',
  ])
  await wallet.mailTo('eve@example.com', /recovered/)
  expect(wallet.mails.filter(({ subject }) => /recovered/.test(subject))).toHaveLength(1)
  for (let round = 0; round < 20; round++) {
    await device.ask(endSession, {})
    await wallet.logIn(device, 'eve@example.com')
  }
  const lines = await linesOf(device)
  expect(lines.filter((line) => line.startsWith('login'))).toHaveLength(20)
  expect(lines).toContain('exported phrase here')
  await device.ask(noteExport, { kind: 'phrase' }) // within the hour, but in another login
  expect((await linesOf(device)).filter((line) => line.startsWith('exported'))).toHaveLength(2)
})

test('the log has the entries of one year, at most twenty of a kind, and an export once an hour', {
  timeout: 60_000,
}, async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'cat@example.com')
  await makeAccount(device)
  for (let round = 0; round < 11; round++) {
    wallet.pass(3_600_001)
    for (const kind of ['phrase', 'privateKey'] as const) await device.ask(noteExport, { kind })
  }
  const { entries } = await device.ask(listAudit, {})
  expect(entries.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 20 }, () => 'exported'),
    'accountMade',
    'login',
  ])
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b - a))
  wallet.pass(366 * 24 * 3_600_000)
  await wallet.logIn(device, 'cat@example.com')
  expect(await linesOf(device)).toEqual(['login email here'])
})

test('a user gets only the user’s own log, and a device without a login gets none', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'dan@example.com')
  expect(await linesOf(device)).toEqual(['login email here'])
  expect(await (await wallet.device()).refusal(listAudit, {})).toMatchObject({
    error: 'loginRequired',
  })
  expect(await device.refusal(noteExport, { kind: 'everything' as 'phrase' })).toMatchObject({
    error: 'invalidRequest',
  })
})
