import { startCompanies, type StartedCompanies } from '@latchkey/devnet/startCompanies'
import {
  checkPrimaryOtp,
  checkSecondaryOtp,
  confirmDeletion,
  finishSocial,
  getSession,
  listAudit,
  recover,
  startDeletion,
  startEmail,
  startEmailChange,
  startSocial,
} from '@latchkey/protocol/walletServer'
import { wait } from '@latchkey/server/waiting'
import { startTestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBrowser } from '../testing/createTestBrowser.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { makeAccount, passwordShare } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let companies: StartedCompanies
let wallet: TestWallet
beforeAll(async () => {
  companies = await startCompanies({ port: 0 })
  wallet = await startTestWallet({ socials: companies.socials })
}, 60_000)
afterAll(async () => {
  await wallet.close()
  await companies.close()
})

async function enter(device: TestDevice, provider: 'google' | 'x', email: string) {
  const { id, uri } = await device.ask(startSocial, { provider, ...site })
  const { end } = await createTestBrowser().visit(uri, { email })
  await device.ask(finishSocial, { id, result: end?.message?.result ?? 'none' })
}

/**
 * A device that knows the phrase of an account that Google opens, with an address that Google
 * has verified.
 */
const withGoogle = (email: string) => withCompany('google', email)

/** A device that knows the phrase of an account that this company opens. X gives no address. */
async function withCompany(provider: 'google' | 'x', email: string) {
  const device = await wallet.device()
  await enter(device, provider, email)
  await makeAccount(device)
  wallet.mails.length = 0
  return device
}

test('the owner of a company login changes the address with a code to the address that the company has verified, which also gets a notice', async () => {
  const device = await withGoogle('ann@example.com')
  expect(await device.ask(startEmailChange, { email: 'thief@example.net' })).toEqual({
    action: 'primary',
  })
  const otp = await wallet.codeTo('ann@example.com')
  expect(await device.refusal(checkSecondaryOtp, { otp })).toMatchObject({ error: 'codeExpired' })
  await device.ask(checkPrimaryOtp, { otp })
  await device.ask(checkSecondaryOtp, { otp: await wallet.codeTo('thief@example.net') })
  expect(await device.ask(getSession, {})).toMatchObject({
    email: 'thief@example.net',
    ways: ['email', 'google'],
  })
  expect((await wallet.mailTo('ann@example.com', /was changed/)).text).toContain(
    'New address: thief@example.net',
  )
})

test('the address that a company has verified becomes the account’s own address with one code', async () => {
  const device = await withGoogle('ben@example.com')
  expect(await device.ask(startEmailChange, { email: 'ben@example.com' })).toEqual({
    action: 'secondary',
  })
  expect(
    await device.ask(checkSecondaryOtp, { otp: await wallet.codeTo('ben@example.com') }),
  ).toEqual({ email: 'ben@example.com' })
  expect(await device.ask(getSession, {})).toMatchObject({ ways: ['email', 'google'] })
  expect(wallet.mails).toHaveLength(1)
})

test('the owner of a company login deletes the account with a code to the address that the company has verified, which also gets a notice', async () => {
  const device = await withGoogle('cat@example.com')
  expect(await device.refusal(confirmDeletion, {})).toMatchObject({ error: 'codeExpired' })
  expect(await device.ask(startDeletion, {})).toEqual({ action: 'otp' })
  await device.ask(confirmDeletion, { otp: await wallet.codeTo('cat@example.com') })
  await wallet.mailTo('cat@example.com', /was deleted/)
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('an account without an address gets an address with a code, only from a device that knows the phrase, and later changes need that address', async () => {
  const device = await withCompany('x', 'nobody@example.org')
  const attacker = await wallet.device()
  await enter(attacker, 'x', 'nobody@example.org')
  expect(await attacker.refusal(startEmailChange, { email: 'thief@example.net' })).toMatchObject({
    error: 'notRecovered',
  })
  expect(await attacker.refusal(confirmDeletion, {})).toMatchObject({ error: 'notRecovered' })
  expect(await device.ask(startEmailChange, { email: 'dan@example.com' })).toEqual({
    action: 'secondary',
  })
  await device.ask(checkSecondaryOtp, { otp: await wallet.codeTo('dan@example.com') })
  expect((await device.ask(listAudit, {})).entries[0]).toMatchObject({
    kind: 'emailChanged',
    isThis: true,
  })
  wallet.pass(31_000)
  expect(await device.ask(startEmailChange, { email: 'thief@example.net' })).toEqual({
    action: 'primary',
  })
  expect(await device.refusal(confirmDeletion, {})).toMatchObject({ error: 'codeExpired' })
})

test('an account without an address can be deleted within five minutes of a login, but not later', async () => {
  const device = await withCompany('x', 'late@example.org')
  expect(await device.ask(startDeletion, {})).toEqual({ action: 'none' })
  wallet.pass(5 * 60_000 + 1)
  expect(await device.refusal(confirmDeletion, {})).toMatchObject({ error: 'loginTooOld' })
  await enter(device, 'x', 'late@example.org')
  await device.ask(confirmDeletion, {})
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('other devices that request codes for the address that a company has verified do not lock out its owner', {
  timeout: 60_000,
}, async () => {
  const device = await withGoogle('gil@example.com')
  for (let count = 0; count < 20; count++) {
    wallet.pass(31_000)
    await (await wallet.device()).ask(startEmail, { email: 'gil@example.com', ...site })
  }
  expect(
    await (await wallet.device()).refusal(startEmail, { email: 'gil@example.com', ...site }),
  ).toMatchObject({ error: 'tooManyRequests' })
  wallet.mails.length = 0
  expect(await device.ask(startEmailChange, { email: 'gil@example.net' })).toEqual({
    action: 'primary',
  })
  wallet.pass(31_000)
  expect(await device.ask(startDeletion, {})).toEqual({ action: 'otp' })
  await device.ask(confirmDeletion, {
    otp: /\d{6}/.exec((await wallet.mailTo('gil@example.com', /delete/)).subject)?.[0] ?? '',
  })
})

test('a change that starts while the account gets its first address needs a code to that first address', {
  timeout: 60_000,
}, async () => {
  const postgres = await startTestPostgres()
  const shared = await startTestWallet({
    socials: companies.socials,
    database: await postgres.create(),
  })
  try {
    for (const after of [0, 2, 4, 6, 8, 10]) {
      const email = `${crypto.randomUUID()}@example.com`
      const password = passwordShare()
      const [device, attacker] = await Promise.all([shared.device(), shared.device()])
      await enter(device, 'x', email)
      const { setId } = await makeAccount(device, password)
      await enter(attacker, 'x', email)
      await attacker.ask(recover, { setId, proof: password.proof })
      await device.ask(startEmailChange, { email })
      const otp = await shared.codeTo(email)
      const wanted = `thief-${email}`
      const [begun] = await Promise.all([
        wait(after).then(() => attacker.ask(startEmailChange, { email: wanted })),
        device.ask(checkSecondaryOtp, { otp }),
      ])
      if (begun.action === 'secondary')
        expect(
          await attacker.refusal(checkSecondaryOtp, { otp: await shared.codeTo(wanted) }),
        ).toMatchObject({ error: 'codeExpired' })
      expect(await device.ask(getSession, {})).toMatchObject({ email })
    }
  } finally {
    await shared.close()
    await postgres.stop()
  }
})
