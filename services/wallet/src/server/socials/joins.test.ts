import { startCompanies, type StartedCompanies } from '@latchkey/devnet/startCompanies'
import type { WalletSocial } from '@latchkey/protocol/socials'
import {
  answerJoin,
  checkOtp,
  endSession,
  finishSocial,
  getSession,
  startEmail,
  startSocial,
  waitForDevice,
  type LoginOutcome,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socialLife } from '../limits.ts'
import { createTestBrowser } from '../testing/createTestBrowser.ts'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { makeAccount } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let companies: StartedCompanies
let wallet: TestWallet
beforeAll(async () => {
  companies = await startCompanies({ port: 0 })
  wallet = await startTestWallet({ socials: companies.socials })
})
afterAll(async () => {
  await wallet.close()
  await companies.close()
})

async function enter(
  device: TestDevice,
  provider: WalletSocial,
  email: string,
  toJoin = false,
): Promise<LoginOutcome> {
  const { id, uri } = await device.ask(startSocial, { provider, ...site, toJoin })
  const { end } = await createTestBrowser().visit(uri, { email })
  return device.ask(finishSocial, { id, result: end?.message?.result ?? 'none' })
}
async function enterByCode(device: TestDevice, email: string): Promise<LoginOutcome> {
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmail, { email, ...site })
  return device.ask(checkOtp, { otp: await wallet.codeTo(email) })
}
const joinable = (ways: readonly string[]) => ({ action: 'join', ways })

/** A device whose account an address opens. */
async function withEmail(email: string) {
  const device = await wallet.device()
  await wallet.logIn(device, email)
  await makeAccount(device)
  wallet.pass(31_000)
  wallet.mails.length = 0
  return { device, ...(await device.ask(getSession, {})) }
}

test('a company login with the address of an account is joined to it after the account is opened on the same device', async () => {
  const email = 'ann@example.com'
  const owner = await withEmail(email)
  const device = await wallet.device()
  expect(await enter(device, 'google', email)).toEqual(joinable(['email']))
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await device.ask(answerJoin, { join: true })).toEqual({ action: 'otp' })
  // as if the first answer was lost
  expect(await device.ask(answerJoin, { join: true })).toEqual({ action: 'otp' })
  expect(wallet.mails).toHaveLength(1)
  expect(await device.ask(checkOtp, { otp: await wallet.codeTo(email) })).toEqual({
    action: 'device',
  })
  expect((await owner.device.ask(getSession, {})).ways).toEqual(['email'])
  await wallet.post('/approve', await wallet.tokenTo(email, /new device/))
  expect(await device.ask(waitForDevice, {})).toEqual({ status: 'connected' })
  expect(await device.ask(getSession, {})).toMatchObject({
    userId: owner.userId,
    email,
    ways: ['email', 'google'],
  })
  expect((await wallet.mailTo(email, /Google now opens/)).text).toContain('Added: Google')

  await device.ask(endSession, {})
  expect(await enter(device, 'google', email)).toEqual({ action: 'connected' })
  expect(await device.ask(getSession, {})).toMatchObject({ userId: owner.userId })
})

test('a company login gets its own account when the visitor declines to join', async () => {
  const email = 'ben@example.com'
  const owner = await withEmail(email)
  const device = await wallet.device()
  expect(await enter(device, 'github', email)).toEqual(joinable(['email']))
  expect(await device.ask(answerJoin, { join: false })).toEqual({ action: 'connected' })
  // as if the first answer was lost
  expect(await device.ask(answerJoin, { join: false })).toEqual({ action: 'connected' })
  const session = await device.ask(getSession, {})
  expect(session).toMatchObject({ ways: ['github'], addresses: null })
  expect(session.userId).not.toBe(owner.userId)
  // no second question
  expect(await enter(device, 'github', email)).toEqual({ action: 'connected' })
})

test('logins by two companies with the same address are joined after a login by the first company', async () => {
  const email = 'cat@example.com'
  const [old, device] = await Promise.all([wallet.device(), wallet.device()])
  await enter(old, 'google', email)
  const { userId } = await old.ask(getSession, {})
  wallet.pass(1_000)
  expect(await enter(device, 'discord', email)).toEqual(joinable(['google']))
  expect(await device.ask(answerJoin, { join: true })).toEqual({ action: 'social' })
  expect(await enter(device, 'google', email, true)).toEqual({ action: 'connected' })
  expect(await device.ask(getSession, {})).toMatchObject({ userId, ways: ['google', 'discord'] })
  expect((await wallet.mailTo(email, /Discord now opens/)).to).toBe(email)
})

test('a login by e-mail is joined to the account whose address a company has verified, after a login by that company', async () => {
  const email = 'dan@example.com'
  const [old, device] = await Promise.all([wallet.device(), wallet.device()])
  await enter(old, 'apple', email)
  await makeAccount(old)
  const { userId } = await old.ask(getSession, {})
  expect(await enterByCode(device, email)).toEqual(joinable(['apple']))
  // as if the first answer was lost
  expect(await device.ask(checkOtp, { otp: '000000' })).toEqual(joinable(['apple']))
  expect(await device.ask(answerJoin, { join: true })).toEqual({ action: 'social' })
  wallet.mails.length = 0
  expect(await enter(device, 'apple', email, true)).toEqual({ action: 'device' })
  await wallet.post('/approve', await wallet.tokenTo(email, /new device/))
  expect(await device.ask(getSession, {})).toMatchObject({
    userId,
    email,
    ways: ['email', 'apple'],
  })
  await wallet.mailTo(email, /An e-mail address now opens/)
  const other = await wallet.device()
  // the address is the account's own now
  expect(await enterByCode(other, email)).toEqual({ action: 'device' })

  const apart = await wallet.device()
  await enter(await wallet.device(), 'github', 'eve@example.com')
  expect(await enterByCode(apart, 'eve@example.com')).toEqual(joinable(['github']))
  expect(await apart.ask(answerJoin, { join: false })).toEqual({ action: 'connected' })
  expect(await apart.ask(getSession, {})).toMatchObject({
    email: 'eve@example.com',
    ways: ['email'],
  })
})

test('a login is not joined without the visitor’s consent, on another device, to another account, or after 20 minutes', async () => {
  const email = 'fay@example.com'
  const owner = await withEmail(email)
  const loginMethodsOf = async () => (await owner.device.ask(getSession, {})).ways
  const [silent, late, elsewhere] = await Promise.all([
    wallet.device(),
    wallet.device(),
    wallet.device(),
  ])
  await enter(silent, 'google', email)
  await wallet.logIn(silent, email)
  expect(await silent.ask(getSession, {})).toMatchObject({ userId: owner.userId, ways: ['email'] })

  await enter(late, 'google', email)
  wallet.pass(31_000)
  wallet.mails.length = 0
  await late.ask(answerJoin, { join: true })
  await wallet.logIn(elsewhere, email) // the owner, on another device
  expect(await loginMethodsOf()).toEqual(['email'])
  wallet.pass(socialLife)
  await wallet.logIn(late, email)
  expect(await loginMethodsOf()).toEqual(['email'])
  expect(await late.refusal(answerJoin, { join: true })).toEqual({
    status: 400,
    error: 'codeExpired',
  })

  const other = await wallet.device()
  await enter(other, 'google', email)
  wallet.pass(31_000)
  await other.ask(answerJoin, { join: true })
  await wallet.logIn(other, 'gil@example.com')
  expect([await loginMethodsOf(), (await other.ask(getSession, {})).ways]).toEqual([
    ['email'],
    ['email'],
  ])
  const newDevice = await wallet.device()
  for (const join of [true, false])
    expect(await newDevice.refusal(answerJoin, { join })).toEqual({
      status: 400,
      error: 'codeExpired',
    })
})

test('a join that the visitor has given up does not happen later, neither by its link nor by the next login', async () => {
  const email = 'ivy@example.com'
  const owner = await withEmail(email)
  const [notified, notNotified] = [await wallet.device(), await wallet.device()]
  for (const device of [notified, notNotified]) {
    expect(await enter(device, 'google', email)).toEqual(joinable(['email']))
    wallet.pass(31_000)
    wallet.mails.length = 0
    await device.ask(answerJoin, { join: true })
  }
  await notNotified.ask(startSocial, { provider: 'discord', ...site })
  expect(await notNotified.refusal(answerJoin, { join: true })).toMatchObject({
    error: 'codeExpired',
  })
  await wallet.logIn(notNotified, email)

  expect(await enter(notified, 'google', email)).toEqual(joinable(['email']))
  wallet.pass(31_000)
  wallet.mails.length = 0
  await notified.ask(answerJoin, { join: true })
  await notified.ask(checkOtp, { otp: await wallet.codeTo(email) })
  expect(await notified.ask(answerJoin, { join: null })).toEqual({ action: 'ended' })
  await wallet.post('/approve', await wallet.tokenTo(email, /new device/))
  expect(await notified.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  await wallet.logIn(notified, email)
  expect((await owner.device.ask(getSession, {})).ways).toEqual(['email'])
})

test('when two devices answer for one company login, only the first answer counts', async () => {
  const email = 'hal@example.com'
  const owner = await withEmail(email)
  const both = await Promise.all([wallet.device(), wallet.device()])
  for (const device of both)
    expect(await enter(device, 'google', email)).toEqual(joinable(['email']))
  expect(await both[0].ask(answerJoin, { join: false })).toEqual({ action: 'connected' })
  wallet.pass(31_000)
  wallet.mails.length = 0
  await both[1].ask(answerJoin, { join: true })
  expect(await both[1].ask(checkOtp, { otp: await wallet.codeTo(email) })).toEqual({
    action: 'device',
  })
  await wallet.post('/approve', await wallet.tokenTo(email, /new device/))
  expect(await both[1].ask(getSession, {})).toMatchObject({ userId: owner.userId, ways: ['email'] })
  expect(await both[0].ask(getSession, {})).toMatchObject({ ways: ['google'] })
})

test('when devices log in with the same address at once, one creates the user, and the others log in or are asked to join', async () => {
  const proved = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const device = await wallet.device()
      const { id, uri } = await device.ask(startSocial, {
        provider: index % 2 === 0 ? 'google' : 'github',
        ...site,
      })
      const { end } = await createTestBrowser().visit(uri, { email: 'many@example.com' })
      return { device, shown: { id, result: end?.message?.result ?? '' } }
    }),
  )
  const outcomes = await Promise.all(
    proved.map(({ device, shown }) => device.ask(finishSocial, shown)),
  )
  expect(outcomes.map(({ action }) => action).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'connected'),
    ...Array.from({ length: 4 }, () => 'join'),
  ])
  const inside = proved.filter((_, index) => outcomes[index]?.action === 'connected')
  const users = await Promise.all(
    inside.map(async ({ device }) => (await device.ask(getSession, {})).userId),
  )
  expect(new Set(users).size).toBe(1)
})

test('a repeated answer mails a lost code again after 30 s', async () => {
  const email = 'lost.code@example.com'
  await withEmail(email)
  const device = await wallet.device()
  await enter(device, 'google', email)
  await device.ask(answerJoin, { join: true })
  wallet.pass(29_000)
  expect(await device.ask(answerJoin, { join: true })).toEqual({ action: 'otp' })
  expect(wallet.mails).toHaveLength(1)
  wallet.pass(2_000)
  expect(await device.ask(answerJoin, { join: true })).toEqual({ action: 'otp' })
  expect(wallet.mails).toHaveLength(2)
  expect(await device.ask(checkOtp, { otp: await wallet.codeTo(email) })).toEqual({
    action: 'device',
  })
})

test('only the site of a login can read, answer and end its question about joining', async () => {
  const email = 'site@example.com'
  await withEmail(email)
  const device = await wallet.device()
  const [own, foreign] = [{ origin: site.origin }, { origin: 'https://stranger.example' }]
  expect(await enter(device, 'google', email)).toEqual(joinable(['email']))
  for (const join of [true, false])
    expect(await device.refusal(answerJoin, { join, ...foreign })).toMatchObject({
      error: 'codeExpired',
    })
  expect(await device.ask(answerJoin, { join: null, ...foreign })).toEqual({ action: 'ended' })
  wallet.pass(31_000)
  expect(wallet.mails).toEqual([])
  expect(await device.refusal(checkOtp, { otp: '123456', ...foreign })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await device.ask(checkOtp, { otp: '123456', ...own })).toEqual(joinable(['email']))
  expect(await device.ask(answerJoin, { join: true, ...own })).toEqual({ action: 'otp' })
  expect(await device.ask(answerJoin, { join: null, ...own })).toEqual({ action: 'ended' })
  expect(await device.refusal(checkOtp, { otp: await wallet.codeTo(email) })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await enter(device, 'google', email)).toEqual(joinable(['email']))
  expect(await device.ask(answerJoin, { join: false, ...own })).toEqual({ action: 'connected' })
  expect(await device.refusal(answerJoin, { join: false, ...foreign })).toMatchObject({
    error: 'codeExpired',
  })
  // as if the first answer was lost
  expect(await device.ask(answerJoin, { join: false, ...own })).toEqual({ action: 'connected' })
})
