import {
  checkOtp,
  codeLife,
  endSession,
  getSession,
  listDevices,
  startEmail,
  waitForDevice,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { site, startTestWallet, type TestWallet } from './testing/startTestWallet.ts'
import { makeAccount } from './testing/makeAccount.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()))
afterAll(() => wallet.close())

const start = (email: string) => ({ email, ...site })
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code logs a new user in, and the login lasts until the user signs out', async () => {
  const device = await wallet.device()
  expect(await device.refusal(getSession, {})).toEqual({ status: 401, error: 'loginRequired' })
  expect(await device.ask(startEmail, start(' Ann@Example.com '))).toEqual({ action: 'otp' })
  const mail = await wallet.mailTo('ann@example.com')
  expect(mail.subject).toMatch(/^Your code is \d{6}$/)
  expect(mail.text).toContain('Shop (https://shop.example)')
  expect(mail.text).toContain('20 minutes')
  expect(mail.text).toContain('Nobody will ever ask you for this code')
  expect(await device.ask(checkOtp, { otp: await wallet.codeTo('ann@example.com') })).toMatchObject(
    { action: 'connected', user: { email: 'ann@example.com' } },
  )
  expect(await device.ask(getSession, {})).toEqual({
    userId: expect.any(String),
    email: 'ann@example.com',
    userName: null,
    ways: ['email'],
    addresses: null,
    loginAt: expect.any(Number),
  })
  expect(await device.ask(startEmail, start('ANN@example.com'))).toEqual({ action: 'connected' })
  expect((await device.ask(listDevices, {})).devices).toMatchObject([
    { status: 'in', name: 'Firefox on Linux', origin: site.origin, isThis: true },
  ])
  await device.ask(endSession, {})
  expect(await device.refusal(getSession, {})).toEqual({ status: 401, error: 'loginRequired' })
})

test('a code is valid once, for its device, for five tries and for 20 minutes', async () => {
  const [device, attacker] = await Promise.all([wallet.device(), wallet.device()])
  await device.ask(startEmail, start('ben@example.com'))
  const code = await wallet.codeTo('ben@example.com')
  expect(await attacker.refusal(checkOtp, { otp: code })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  for (const left of [4, 3, 2, 1])
    expect(await device.refusal(checkOtp, { otp: otherThan(code) })).toEqual({
      status: 400,
      error: 'codeWrong',
      left,
    })
  expect(await device.refusal(checkOtp, { otp: otherThan(code) })).toEqual({
    status: 400,
    error: 'codeSpent',
  })
  expect(await device.refusal(checkOtp, { otp: code })).toEqual({ status: 400, error: 'codeSpent' })

  expect(await device.refusal(startEmail, start('ben@example.com'))).toMatchObject({
    status: 429,
    error: 'emailCooldown',
    seconds: 30,
  })
  wallet.pass(12_500)
  expect(await device.refusal(startEmail, start('ben@example.com'))).toMatchObject({
    error: 'emailCooldown',
    seconds: 18,
  })
  wallet.pass(17_500)
  wallet.mails.length = 0
  await device.ask(startEmail, start('ben@example.com'))
  const second = await wallet.codeTo('ben@example.com')
  wallet.pass(codeLife)
  expect(await device.refusal(checkOtp, { otp: second })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
})

test('after a code expires, it is refused, even if the device has an earlier login', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'zoe@example.com')
  // as if the first answer was lost
  expect(await device.ask(checkOtp, { otp: '000000' })).toMatchObject({ action: 'connected' })
  wallet.pass(31_000)
  await device.ask(startEmail, start('yan@example.com'))
  wallet.pass(codeLife)
  expect(await device.refusal(checkOtp, { otp: '000000' })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'zoe@example.com' })
  await wallet.logIn(device, 'yan@example.com')
  wallet.pass(codeLife)
  expect(await device.refusal(checkOtp, { otp: '000000' })).toEqual({
    status: 400,
    error: 'codeExpired',
  })
})

test('a new code makes the earlier one invalid', async () => {
  const device = await wallet.device()
  await device.ask(startEmail, start('cat@example.com'))
  const first = await wallet.codeTo('cat@example.com')
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmail, start('cat@example.com'))
  const second = await wallet.codeTo('cat@example.com')
  if (first !== second)
    expect(await device.refusal(checkOtp, { otp: first })).toMatchObject({ error: 'codeWrong' })
  expect(await device.ask(checkOtp, { otp: second })).toMatchObject({ action: 'connected' })
})

test('a login on a new device needs the owner’s approval by a link, and opening the link does not yet approve', async () => {
  const [old, fresh] = await Promise.all([wallet.device(), wallet.device()])
  await wallet.logIn(old, 'dan@example.com')
  await makeAccount(old)
  wallet.pass(31_000)
  wallet.mails.length = 0
  expect(await fresh.ask(startEmail, start('dan@example.com'))).toEqual({ action: 'otp' })
  const otp = await wallet.codeTo('dan@example.com')
  expect(await fresh.ask(checkOtp, { otp })).toEqual({ action: 'device' })
  expect(await fresh.ask(checkOtp, { otp })).toEqual({ action: 'device' })
  const waiting = fresh.ask(waitForDevice, {})
  const token = await wallet.tokenTo('dan@example.com', /new device/)
  for (let look = 0; look < 2; look++) {
    const page = await fetch(`${wallet.url}/approve?token=${token}`)
    const html = await page.text()
    for (const fact of [
      'Shop (https://shop.example)',
      'Firefox on Linux',
      'Approve',
      'It wasn’t me',
    ])
      expect(html).toContain(fact)
    expect(html).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect(await fresh.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await (await wallet.post('/approve', token)).text()).toContain('Approved')
  expect(await waiting).toEqual({ status: 'connected' })
  expect(await fresh.ask(getSession, {})).toMatchObject({ email: 'dan@example.com' })
  for (const path of ['/approve', '/refuse'])
    expect((await wallet.post(path, token)).status).toBe(404)

  await fresh.ask(endSession, {})
  await wallet.logIn(fresh, 'dan@example.com') // it is a known device now
  expect(wallet.mails.filter(({ subject }) => subject.includes('new device'))).toEqual([])
})

test('the correct code sends a lost link again, and makes the earlier link invalid', async () => {
  const [old, fresh] = await Promise.all([wallet.device(), wallet.device()])
  await wallet.logIn(old, 'jan@example.com')
  await makeAccount(old)
  wallet.pass(31_000)
  wallet.mails.length = 0
  await fresh.ask(startEmail, start('jan@example.com'))
  const otp = await wallet.codeTo('jan@example.com')
  await fresh.ask(checkOtp, { otp })
  const lost = await wallet.tokenTo('jan@example.com', /new device/)
  const links = () => wallet.mails.filter(({ subject }) => subject.includes('new device')).length
  // as if the first answer was lost
  expect(await fresh.ask(checkOtp, { otp })).toEqual({ action: 'device' })
  wallet.pass(31_000)
  expect(await fresh.refusal(checkOtp, { otp: otherThan(otp) })).toEqual({
    status: 400,
    error: 'codeWrong',
    left: 2,
  })
  expect(links()).toBe(1)
  expect(await fresh.ask(checkOtp, { otp })).toEqual({ action: 'device' })
  await expect.poll(links).toBe(2)
  expect((await wallet.post('/approve', lost)).status).toBe(404)
  for (let again = 0; again < 5; again++) {
    wallet.pass(31_000)
    expect(await fresh.ask(checkOtp, { otp })).toEqual({ action: 'device' })
  }
  expect(links()).toBe(3) // five tries at most
  await wallet.post('/approve', await wallet.tokenTo('jan@example.com', /new device/))
  expect(await fresh.ask(waitForDevice, {})).toEqual({ status: 'connected' })
})

test('a device that has not logged in for 90 days needs a link again', async () => {
  const device = await wallet.device()
  const day = 24 * 3_600_000
  await wallet.logIn(device, 'ida@example.com')
  await makeAccount(device)
  wallet.pass(89 * day)
  await wallet.logIn(device, 'ida@example.com')
  expect(wallet.mails.filter(({ subject }) => subject.includes('new device'))).toHaveLength(0)
  await device.ask(endSession, {})
  wallet.pass(90 * day)
  await wallet.logIn(device, 'ida@example.com')
  expect(wallet.mails.filter(({ subject }) => subject.includes('new device'))).toHaveLength(1)
})

test('when the owner refuses a device, the device is notified at once, and can start again', async () => {
  const [old, fresh] = await Promise.all([wallet.device(), wallet.device()])
  await wallet.logIn(old, 'eve@example.com')
  await makeAccount(old)
  wallet.pass(31_000)
  wallet.mails.length = 0
  await fresh.ask(startEmail, start('eve@example.com'))
  await fresh.ask(checkOtp, { otp: await wallet.codeTo('eve@example.com') })
  const waiting = fresh.refusal(waitForDevice, {})
  const token = await wallet.tokenTo('eve@example.com', /new device/)
  expect(await (await wallet.post('/refuse', token)).text()).toContain('Refused')
  expect(await waiting).toEqual({ status: 400, error: 'deviceRefused' })
  expect((await wallet.post('/approve', token)).status).toBe(404)
  expect(await fresh.refusal(waitForDevice, {})).toEqual({ status: 400, error: 'deviceRefused' })
  wallet.pass(31_000)
  expect(await fresh.ask(startEmail, start('eve@example.com'))).toEqual({ action: 'otp' })
})

test('a login ends after 30 days without use, and in any case after 90 days', async () => {
  const device = await wallet.device()
  const day = 24 * 3_600_000
  await wallet.logIn(device, 'fay@example.com')
  for (let days = 0; days < 87; days += 29) {
    wallet.pass(29 * day)
    await device.ask(getSession, {})
  }
  wallet.pass(4 * day)
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  await wallet.logIn(device, 'fay@example.com')
  wallet.pass(31 * day)
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
})

test('a login with another address on the same device replaces the first login', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'gil@example.com')
  await wallet.logIn(device, 'hal@example.com')
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'hal@example.com' })
  await wallet.logIn(device, 'gil@example.com')
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'gil@example.com' })
})

test.each([
  ['another site', { ...site, origin: 'https://evil.example' }, 'originRefused'],
  ['another project', { ...site, projectId: 'toString' }, 'originRefused'],
  ['no project', { ...site, projectId: null }, 'originRefused'],
])('a login from %s is refused', async (_, at, error) => {
  const device = await wallet.device()
  expect(await device.refusal(startEmail, { email: 'ivy@example.com', ...at })).toMatchObject({
    error,
  })
})

test.each([
  'ann',
  'ann@',
  '@example.com',
  'a b@example.com',
  'ann@exa mple.com',
  'ann@example.com\r\nbcc: eve@example.com',
  'ann@[127.0.0.1]',
  'ann@127.0.0.1',
  '"ann"@example.com',
  'ann@example.com,eve@example.com',
  'Ann <ann@example.com>',
  'ann@localhost',
  '..@example.com',
])('the address %j is refused', async (email) => {
  const device = await wallet.device()
  expect(await device.refusal(startEmail, start(email))).toMatchObject({
    status: 400,
    error: 'emailInvalid',
  })
})
