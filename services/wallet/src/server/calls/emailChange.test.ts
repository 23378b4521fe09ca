import {
  checkOtp,
  checkPrimaryOtp,
  checkSecondaryOtp,
  codeTries,
  getSession,
  listAudit,
  listDevices,
  recover,
  removeDevice,
  startEmail,
  startEmailChange,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDevice } from '../testing/createTestDevice.ts'
import { makeAccount, passwordShare } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()), 60_000)
afterAll(() => wallet.close())

/** A device that knows the phrase of an account. */
async function owner(email: string): Promise<TestDevice> {
  const device = await wallet.device()
  await wallet.logIn(device, email)
  await makeAccount(device)
  wallet.pass(31_000)
  wallet.mails.length = 0
  return device
}
const another = (code: string) => (code === '000000' ? '000001' : '000000')
const codeOf = async (email: string) => wallet.codeTo(email)

/** Begins a change and proves the current address. @returns the code for the new address */
async function prove(device: TestDevice, from: string, to: string): Promise<string> {
  wallet.mails.length = 0
  await device.ask(startEmailChange, { email: to })
  await device.ask(checkPrimaryOtp, { otp: await codeOf(from) })
  return codeOf(to)
}

test('an address changes with a code to each address, the login stays, and the old address gets a notice', async () => {
  const device = await owner('ann@example.com')
  const { userId } = await device.ask(getSession, {})
  expect(await device.ask(startEmailChange, { email: ' Ann@Example.ORG ' })).toEqual({
    action: 'primary',
  })
  const first = await wallet.mailTo('ann@example.com', /change your address/)
  expect(first.text).toContain('change the e-mail address of your wallet to ann@example.org')
  expect(await device.refusal(checkSecondaryOtp, { otp: '123456' })).toMatchObject({
    error: 'codeExpired',
  })
  await device.ask(checkPrimaryOtp, { otp: await codeOf('ann@example.com') })
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'ann@example.com' })
  const otp = await codeOf('ann@example.org')
  expect(await device.ask(checkSecondaryOtp, { otp })).toEqual({ email: 'ann@example.org' })
  expect(await device.ask(getSession, {})).toMatchObject({ userId, email: 'ann@example.org' })
  expect((await wallet.mailTo('ann@example.com', /was changed/)).text).toContain(
    'If this is not you, move what your wallet holds',
  )
  expect((await device.ask(listAudit, {})).entries[0]).toMatchObject({
    kind: 'emailChanged',
    isThis: true,
    browser: 'Firefox on Linux',
    origin: site.origin,
  })
  // as if the first answer was lost
  expect(await device.ask(checkSecondaryOtp, { otp })).toEqual({ email: 'ann@example.org' })

  const other = await wallet.device()
  await wallet.logIn(other, 'ann@example.org')
  expect(await other.ask(getSession, {})).toMatchObject({ userId })
  const attacker = await wallet.device()
  await wallet.logIn(attacker, 'ann@example.com')
  expect((await attacker.ask(getSession, {})).userId).not.toBe(userId)
})

test('a device that does not know the phrase cannot change the address, and the codes of another device are invalid', async () => {
  const device = await owner('ben@example.com')
  const second = await wallet.device()
  await wallet.logIn(second, 'ben@example.com')
  expect(await second.refusal(startEmailChange, { email: 'thief@example.com' })).toMatchObject({
    status: 403,
    error: 'notRecovered',
  })
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmailChange, { email: 'ben@example.org' })
  const otp = await codeOf('ben@example.com')
  expect(await second.refusal(checkPrimaryOtp, { otp })).toMatchObject({ error: 'codeExpired' })
  expect(await (await wallet.device()).refusal(checkPrimaryOtp, { otp })).toMatchObject({
    status: 401,
    error: 'loginRequired',
  })
  await device.ask(checkPrimaryOtp, { otp })
  expect(
    await second.refusal(checkSecondaryOtp, { otp: await codeOf('ben@example.org') }),
  ).toMatchObject({ error: 'codeExpired' })
})

test('wrong codes are counted, at most five are compared even at once, and codes expire', async () => {
  const device = await owner('cat@example.com')
  await device.ask(startEmailChange, { email: 'cat@example.org' })
  const first = await codeOf('cat@example.com')
  expect(await device.refusal(checkPrimaryOtp, { otp: another(first) })).toMatchObject({
    error: 'codeWrong',
    left: 4,
  })
  await device.ask(checkPrimaryOtp, { otp: first })
  const otp = await codeOf('cat@example.org')
  const errors = await Promise.all(
    Array.from(
      { length: 40 },
      async () => (await device.refusal(checkSecondaryOtp, { otp: another(otp) }))?.error,
    ),
  )
  expect(errors.filter((error) => error === 'codeWrong')).toHaveLength(codeTries - 1)
  expect(errors.filter((error) => error === 'codeSpent')).toHaveLength(40 - codeTries + 1)
  expect(await device.refusal(checkSecondaryOtp, { otp })).toMatchObject({ error: 'codeSpent' })

  wallet.pass(31_000)
  const late = await prove(device, 'cat@example.com', 'cat@example.net')
  wallet.pass(21 * 60_000)
  expect(await device.refusal(checkSecondaryOtp, { otp: late })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'cat@example.com' })
})

test('a repeated request sends no second mail, and the first code mails a new code to the new address when it is entered again after 30 s', async () => {
  const device = await owner('dan@example.com')
  await device.ask(startEmailChange, { email: 'dan@example.org' })
  await device.ask(startEmailChange, { email: 'dan@example.org' })
  expect(await device.refusal(startEmailChange, { email: 'dan@example.net' })).toMatchObject({
    status: 429,
    error: 'emailCooldown',
    seconds: expect.any(Number),
  })
  const first = await codeOf('dan@example.com')
  await device.ask(checkPrimaryOtp, { otp: first })
  const lost = await codeOf('dan@example.org')
  await device.ask(checkPrimaryOtp, { otp: first })
  await expect.poll(() => wallet.mails.length).toBe(2)
  wallet.pass(30_000)
  wallet.mails.length = 0
  await device.ask(checkPrimaryOtp, { otp: first })
  const otp = await codeOf('dan@example.org')
  if (lost !== otp)
    expect(await device.refusal(checkSecondaryOtp, { otp: lost })).toMatchObject({
      error: 'codeWrong',
    })
  expect(await device.ask(checkSecondaryOtp, { otp })).toEqual({ email: 'dan@example.org' })
})

test('after a change, codes and links that were mailed to the old address are invalid', async () => {
  const device = await owner('kim@example.com')
  const [linked, coded] = [await wallet.device(), await wallet.device()]
  await linked.ask(startEmail, { email: 'kim@example.com', ...site })
  await linked.ask(checkOtp, { otp: await codeOf('kim@example.com') })
  const token = await wallet.tokenTo('kim@example.com', /new device/)
  wallet.pass(31_000)
  wallet.mails.length = 0
  await coded.ask(startEmail, { email: 'kim@example.com', ...site })
  const otp = await codeOf('kim@example.com')
  wallet.pass(31_000)
  await device.ask(checkSecondaryOtp, {
    otp: await prove(device, 'kim@example.com', 'kim@example.org'),
  })
  expect((await wallet.post('/approve', token)).ok).toBe(false)
  expect(await linked.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await coded.refusal(checkOtp, { otp })).toMatchObject({ error: 'codeExpired' })
})

test('only after the code from the new address does the answer reveal that this address has an account', async () => {
  await owner('taken@example.com')
  const device = await owner('eve@example.com')
  const answers: unknown[] = []
  for (const email of ['taken@example.com', 'free@example.com']) {
    wallet.pass(31_000)
    wallet.mails.length = 0
    answers.push(
      await device.ask(startEmailChange, { email }),
      await device.ask(checkPrimaryOtp, { otp: await codeOf('eve@example.com') }),
    )
    answers.push(await device.refusal(checkSecondaryOtp, { otp: another(await codeOf(email)) }))
  }
  expect(answers.slice(0, 3)).toEqual(answers.slice(3))
  wallet.pass(31_000)
  const otp = await prove(device, 'eve@example.com', 'taken@example.com')
  expect(await device.refusal(checkSecondaryOtp, { otp })).toMatchObject({
    status: 409,
    error: 'emailTaken',
  })
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'eve@example.com' })
})

test('when two accounts, or an account and a new visitor, request one address at once, only one gets it', async () => {
  const [one, two] = [await owner('fay@example.com'), await owner('gil@example.com')]
  const first = await prove(one, 'fay@example.com', 'wanted@example.com')
  wallet.pass(31_000)
  const second = await prove(two, 'gil@example.com', 'wanted@example.com')
  const newDevice = await wallet.device()
  wallet.pass(31_000)
  wallet.mails.length = 0
  await newDevice.ask(startEmail, { email: 'wanted@example.com', ...site })
  const login = await codeOf('wanted@example.com')
  const [a, b] = await Promise.all([
    one.refusal(checkSecondaryOtp, { otp: first }),
    two.refusal(checkSecondaryOtp, { otp: second }),
    newDevice.ask(checkOtp, { otp: login }),
  ])
  const users = await Promise.all([one, two].map((device) => device.ask(getSession, {})))
  expect([a, b].filter((refusal) => refusal === undefined).length).toBe(
    users.filter(({ email }) => email === 'wanted@example.com').length,
  )
  for (const refusal of [a, b]) if (refusal) expect(refusal).toMatchObject({ error: 'emailTaken' })
  expect(users.filter(({ email }) => email === 'wanted@example.com').length).toBeLessThanOrEqual(1)
})

test('a change to the account’s own address or to an invalid one is refused', async () => {
  const device = await owner('hal@example.com')
  const otp = await prove(device, 'hal@example.com', 'hal@example.org')
  wallet.pass(31_000)
  await device.ask(checkSecondaryOtp, { otp })
  expect(await device.refusal(startEmailChange, { email: 'hal@example.org' })).toMatchObject({
    error: 'emailInvalid',
  })
  expect(await device.refusal(startEmailChange, { email: 'no address' })).toMatchObject({
    error: 'emailInvalid',
  })
})

test('the codes for a change count against the limit of the address', async () => {
  const device = await owner('ida@example.com')
  const refusals = []
  for (let count = 0; count < 21; count++) {
    refusals.push(
      (await device.refusal(startEmailChange, { email: `ida${count}@example.org` }))?.error,
    )
    wallet.pass(31_000)
  }
  expect(refusals.slice(0, 20)).toEqual(Array(20).fill(undefined))
  expect(refusals[20]).toBe('tooManyRequests')
})

test('the change of a removed device ends, and a new login on that device cannot continue it', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'zoe@example.com')
  const password = passwordShare()
  const { setId } = await makeAccount(device, password)
  const stolen = await wallet.device()
  await wallet.logIn(stolen, 'zoe@example.com')
  await stolen.ask(recover, { setId, proof: password.proof })
  wallet.pass(31_000)
  const otp = await prove(stolen, 'zoe@example.com', 'thief@example.net')
  const id = (await device.ask(listDevices, {})).devices.find(({ isThis }) => !isThis)?.id ?? ''
  await device.ask(removeDevice, { id })
  await wallet.logIn(stolen, 'zoe@example.com')
  expect(await stolen.refusal(checkPrimaryOtp, { otp })).toMatchObject({ error: 'codeExpired' })
  expect(await stolen.refusal(checkSecondaryOtp, { otp })).toMatchObject({ error: 'codeExpired' })
  expect(await device.ask(getSession, {})).toMatchObject({ email: 'zoe@example.com' })
})
