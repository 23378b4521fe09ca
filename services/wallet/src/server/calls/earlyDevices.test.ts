import { startCompanies } from '@latchkey/devnet/startCompanies'
import {
  askVault,
  checkOtp,
  createAccount,
  endSession,
  finishSocial,
  getSession,
  listAudit,
  listDevices,
  startEmail,
  startSocial,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestBrowser } from '../testing/createTestBrowser.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { makeAccount } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'
import { expectLoggedOut, isLoggedIn } from '../testing/isLoggedIn.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()), 60_000)
afterAll(() => wallet.close())

/** Logs a device in by a code, so that the login waits for its link. */
async function enter(device: TestDevice, email: string): Promise<string> {
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmail, { email, ...site })
  return (await device.ask(checkOtp, { otp: await wallet.codeTo(email) })).action
}

test('when one device creates the account, other devices with an earlier login are logged out, and need the link', async () => {
  const email = 'ann@example.com'
  const [relay, gone, owner] = [await wallet.device(), await wallet.device(), await wallet.device()]
  for (const device of [relay, gone, owner]) expect(await enter(device, email)).toBe('connected')
  await gone.ask(endSession, {})
  await makeAccount(owner)
  await expectLoggedOut(relay)
  expect(await relay.refusal(askVault, {})).toMatchObject({ error: 'loginRequired' })
  expect((await owner.ask(listDevices, {})).devices).toMatchObject([{ isThis: true }])
  const audit = (await owner.ask(listAudit, {})).entries.map(({ kind, isThis }) => [kind, isThis])
  expect(audit.slice(0, 2)).toEqual([
    ['signOut', false],
    ['accountMade', true],
  ])
  for (const device of [relay, gone]) expect(await enter(device, email)).toBe('device')
  await expectLoggedOut(relay)
  await wallet.post('/approve', await wallet.tokenTo(email, /new device/))
  expect([await isLoggedIn(gone), await isLoggedIn(relay), await isLoggedIn(owner)]).toEqual([
    true,
    false,
    true,
  ])
})

test('when devices that are logged in create the account at once, one of them stays logged in', async () => {
  const email = 'ben@example.com'
  const devices = await Promise.all(Array.from({ length: 4 }, wallet.device))
  for (const device of devices) await enter(device, email)
  const made = await Promise.all(
    devices.map((device) =>
      makeAccount(device).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(await Promise.all(devices.map(isLoggedIn))).toEqual(made)
  expect(made.filter(Boolean)).toHaveLength(1)
})

test('a repeated call that creates an account has no effect, and a device approved meanwhile stays logged in', async () => {
  const [owner, other] = [await wallet.device(), await wallet.device()]
  await wallet.logIn(owner, 'cat@example.com')
  const sent = await makeAccount(owner)
  await wallet.logIn(other, 'cat@example.com')
  await owner.ask(createAccount, sent)
  expect(await other.refusal(createAccount, { ...sent, setId: crypto.randomUUID() })).toEqual({
    status: 409,
    error: 'accountExists',
  })
  expect([await isLoggedIn(owner), await isLoggedIn(other)]).toEqual([true, true])
})

test('when the account is created, other logins by a company end, and their devices need the link', async () => {
  const companies = await startCompanies({ port: 0 })
  onTestFinished(companies.close)
  const at = await startTestWallet({ socials: companies.socials })
  onTestFinished(() => at.close())
  const come = async (device: TestDevice, person: { email: string }) => {
    const { id, uri } = await device.ask(startSocial, { provider: 'google', ...site })
    const { end } = await createTestBrowser().visit(uri, person)
    return (await device.ask(finishSocial, { id, result: end?.message?.result ?? '' })).action
  }
  const [relay, owner] = [await at.device(), await at.device()]
  const person = { email: 'dan@example.com' }
  expect([await come(relay, person), await come(owner, person)]).toEqual(['connected', 'connected'])
  await makeAccount(owner)
  await expectLoggedOut(relay)
  expect(await come(relay, person)).toBe('device')
  expect(await owner.ask(getSession, {})).toMatchObject({ ways: ['google'] })
})
