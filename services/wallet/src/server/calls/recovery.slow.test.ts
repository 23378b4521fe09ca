import { randomUUID } from 'node:crypto'
import { fromBase64url } from '@latchkey/protocol/base64'
import {
  addSplit,
  askVault,
  checkOtp,
  createAccount,
  getSession,
  getShare,
  listAudit,
  listRecovery,
  recover,
  startEmail,
  waitForDevice,
  type RecoveryShare,
} from '@latchkey/protocol/walletServer'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { TestDevice } from '../testing/createTestDevice.ts'
import type { Mail } from '../options.ts'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { site, startTestWallet, vaultKeyPair, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()))
afterAll(() => wallet.close())

const minute = 60_000
const day = 24 * 60 * minute

/** A user whose account the vault can recover, and a second device without a share. */
async function withVault(email: string, at = wallet) {
  const [first, second] = await Promise.all([at.device(), at.device()])
  await at.logIn(first, email)
  const share = secret(17)
  const made = await makeAccount(first, await vaultShare(first, share, at))
  await at.logIn(second, email)
  return { first, second, share, made }
}

async function vaultShare(device: TestDevice, share: string, at = wallet): Promise<RecoveryShare> {
  const { userId } = await device.ask(getSession, {})
  return {
    method: 'vault',
    blob: await sealToVault({ vaultKey: at.vault.privateKey, userId, share: fromBase64url(share) }),
  }
}

test('the vault opens after its delay, for three days, and only for the device that requested it', async () => {
  const {
    first,
    second,
    share,
    made: {
      setId,
      split: { serverShare },
    },
  } = await withVault('ann@example.com')
  expect(await second.refusal(recover, { setId })).toEqual({ status: 403, error: 'vaultClosed' })
  expect((await second.ask(listRecovery, {})).methods).toEqual([
    { method: 'vault', setId, salt: null, credentialId: null, readyAt: null },
  ])
  const { readyAt } = await second.ask(askVault, {})
  const mail = await wallet.mailTo('ann@example.com', /about to be recovered/)
  expect(mail.text).toContain('Firefox on Linux')
  expect(readyAt - wallet.now()).toBeGreaterThan(50_000)
  wallet.pass(minute / 2)
  expect(await second.ask(askVault, {})).toEqual({ readyAt })
  expect((await second.ask(listRecovery, {})).methods[0]).toMatchObject({ readyAt })
  expect(await second.refusal(recover, { setId })).toEqual({ status: 403, error: 'vaultClosed' })
  wallet.pass(minute / 2)
  expect(await second.ask(recover, { setId })).toEqual({ serverShare, recoveryShare: share })
  expect((await wallet.mailTo('ann@example.com', /was recovered/)).text).toContain(
    'If this is not you',
  )
  expect(await first.refusal(recover, { setId })).toEqual({ status: 403, error: 'vaultClosed' })
  wallet.pass(3 * day)
  expect(await second.refusal(recover, { setId })).toEqual({ status: 403, error: 'vaultClosed' })
  expect((await second.ask(askVault, {})).readyAt).toBeGreaterThan(wallet.now())
})

test('the vault’s delay begins when the mail server accepts the mail to the owner', {
  timeout: 30_000,
}, async () => {
  let isDown = false
  const mails: Mail[] = []
  const other = await startTestWallet({
    mail: async (mail) => {
      if (isDown) throw new Error('down')
      mails.push(mail)
      other.mails.push(mail)
    },
  })
  onTestFinished(() => other.close())
  const {
    second,
    made: { setId },
  } = await withVault('ann@example.com', other)
  isDown = true
  expect(await second.refusal(askVault, {})).toEqual({ status: 503, error: 'unavailable' })
  expect(await second.refusal(askVault, {})).toEqual({ status: 503, error: 'unavailable' })
  other.pass(2 * minute)
  expect(await second.refusal(recover, { setId })).toEqual({ status: 403, error: 'vaultClosed' })
  expect((await second.ask(listRecovery, {})).methods).toMatchObject([{ readyAt: null }])
  isDown = false
  expect(await second.ask(askVault, {})).toEqual({ readyAt: other.now() + minute })
  expect(mails.filter(({ subject }) => /about to be recovered/.test(subject))).toHaveLength(1)
  expect(await second.refusal(recover, { setId })).toEqual({ status: 403, error: 'vaultClosed' })
  other.pass(minute)
  expect(await second.ask(recover, { setId })).toMatchObject({ recoveryShare: expect.any(String) })
})

test('when the owner refuses a recovery, its device is logged out, and the vault stays closed', async () => {
  const { first, second, made } = await withVault('ben@example.com')
  await second.ask(askVault, {})
  const token = await wallet.tokenTo('ben@example.com', /about to be recovered/)
  const page = await (await fetch(`${wallet.url}/refuse?token=${token}`)).text()
  expect(page).toContain('Refuse this device?')
  expect(page).not.toContain('action="/approve"')
  wallet.pass(2 * minute)
  expect((await wallet.post('/approve', token)).status).toBe(404)
  expect(await (await wallet.post('/refuse', token)).text()).toContain('Refused')
  expect(await second.refusal(recover, { setId: made.setId })).toEqual({
    status: 401,
    error: 'loginRequired',
  })
  await wallet.logIn(second, 'ben@example.com')
  expect(await second.refusal(recover, { setId: made.setId })).toEqual({
    status: 403,
    error: 'vaultClosed',
  })
  expect(await first.ask(getShare, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
  })
})

test('when the owner refuses a recovery, waiting devices, devices that know only the mail, and pending links end, too', async () => {
  const email = 'bea@example.com'
  const { first, second: attacker, made } = await withVault(email)
  const others = await Promise.all(Array.from({ length: 3 }, wallet.device))
  const [helper, , reader] = others
  const late = await wallet.device()
  for (const device of others) await wallet.logIn(device, email)
  await attacker.ask(askVault, {})
  const token = await wallet.tokenTo(email, /about to be recovered/)
  for (const device of others.slice(0, 2)) await device.ask(askVault, {})
  wallet.pass(31_000)
  await late.ask(startEmail, { email, ...site })
  await late.ask(checkOtp, { otp: await wallet.codeTo(email) })
  const link = await wallet.tokenTo(email, /new device/)
  wallet.pass(2 * minute)
  // one of these devices knows the phrase already, but has no split of its own yet
  await helper?.ask(recover, { setId: made.setId })
  await wallet.post('/refuse', token)
  for (const device of [attacker, ...others])
    expect(await device.refusal(recover, { setId: made.setId })).toEqual({
      status: 401,
      error: 'loginRequired',
    })
  expect(await late.refusal(waitForDevice, {})).toEqual({ status: 400, error: 'deviceRefused' })
  expect((await wallet.post('/approve', link)).status).toBe(404)
  const { entries } = await first.ask(listAudit, {})
  expect(entries.filter(({ kind }) => kind === 'vaultRefused')).toHaveLength(4)
  expect(await first.ask(getShare, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
  })
  // each device would need an approval and the delay again
  if (reader) await wallet.logIn(reader, email)
  expect(await reader?.refusal(recover, { setId: made.setId })).toEqual({
    status: 403,
    error: 'vaultClosed',
  })
})

test('a refusal does not end a device that recovered with the vault and has stored its own split', async () => {
  const email = 'bix@example.com'
  const { first, second, made } = await withVault(email)
  await second.ask(askVault, {})
  wallet.pass(minute)
  await second.ask(recover, { setId: made.setId })
  const own = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: passwordShare() },
  }
  await second.ask(addSplit, own)
  const attacker = await wallet.device()
  await wallet.logIn(attacker, email)
  await attacker.ask(askVault, {})
  await wallet.post('/refuse', await wallet.tokenTo(email, /about to be recovered/))
  expect(await second.ask(getShare, { setId: own.setId })).toEqual({
    serverShare: own.split.serverShare,
  })
  expect(await first.ask(getShare, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
  })
  expect(await attacker.refusal(askVault, {})).toEqual({ status: 401, error: 'loginRequired' })
})

test('wrong passwords from devices that know only the mail do not lock out the owner, and all new devices share twenty a day', async () => {
  const email = 'lock@example.com'
  const [owner, fresh] = [await wallet.device(), await wallet.device()]
  const attackers = await Promise.all(Array.from({ length: 6 }, wallet.device))
  await wallet.logIn(owner, email)
  const given = passwordShare()
  const { setId, split } = await makeAccount(owner, given)
  for (const device of [fresh, ...attackers]) await wallet.logIn(device, email)
  const right = { serverShare: split.serverShare, blob: given.blob }
  const guess = (device: TestDevice) =>
    Promise.all(
      Array.from({ length: 8 }, () => device.refusal(recover, { setId, proof: secret(32) })),
    )
  const [attacker, ...rest] = attackers
  const compared = (answers: readonly ({ error: string } | undefined)[]) =>
    answers.filter((answer) => answer?.error === 'proofWrong').length
  expect(compared(attacker ? await guess(attacker) : [])).toBe(5)
  expect(await fresh.ask(recover, { setId, proof: given.proof })).toEqual(right)
  expect(await owner.ask(recover, { setId, proof: given.proof })).toEqual(right)
  expect(compared((await Promise.all(rest.map(guess))).flat())).toBe(15)
  expect(await owner.ask(recover, { setId, proof: given.proof })).toEqual(right)
  // `fresh` knows the phrase since its recovery
  expect(await fresh.ask(recover, { setId, proof: given.proof })).toEqual(right)
  wallet.pass(60 * minute)
  expect(compared((await Promise.all(attackers.map(guess))).flat())).toBe(0)
})

test('a share that the vault cannot open is refused', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'cat@example.com')
  const { userId } = await device.ask(getSession, {})
  const share = fromBase64url(secret(17))
  const otherShare = await sealToVault({
    vaultKey: wallet.vault.privateKey,
    userId: randomUUID(),
    share,
  })
  const underOther = await sealToVault({ vaultKey: vaultKeyPair(), userId, share })
  for (const blob of [otherShare, underOther, secret(99)]) {
    expect(
      await device.refusal(createAccount, {
        setId: randomUUID(),
        addresses,
        split: { serverShare: secret(17), recovery: { method: 'vault', blob } },
      }),
    ).toEqual({ status: 400, error: 'methodNotOffered' })
  }
  expect(await device.ask(getSession, {})).toMatchObject({ addresses: null })
  expect(await device.refusal(askVault, {})).toEqual({ status: 404, error: 'shareMissing' })
})

test('the correct password returns the shares, and wrong ones are limited to five an hour and twenty a day', async () => {
  const [first, second] = await Promise.all([wallet.device(), wallet.device()])
  const email = 'password@example.com'
  await wallet.logIn(first, email)
  const given = passwordShare()
  const { setId, split } = await makeAccount(first, given)
  await wallet.logIn(second, email)
  const right = () => second.ask(recover, { setId, proof: given.proof })
  const wrong = () => second.refusal(recover, { setId, proof: secret(32) })
  expect(await right()).toEqual({ serverShare: split.serverShare, blob: given.blob })
  expect(await second.refusal(recover, { setId })).toEqual({ status: 403, error: 'proofWrong' })
  for (let hour = 0; hour < 4; hour++) {
    const answers = await Promise.all(Array.from({ length: 12 }, wrong))
    expect(answers.filter((answer) => answer?.error === 'proofWrong')).toHaveLength(5)
    expect(
      answers.filter(
        (answer) => answer?.error === 'tooManyRequests' && (answer.seconds ?? 0) <= 3_600,
      ),
    ).toHaveLength(7)
    await expect(right()).rejects.toMatchObject({ status: 429 })
    wallet.pass(60 * minute)
    if (hour < 3)
      expect(await right()).toEqual({ serverShare: split.serverShare, blob: given.blob })
  }
  expect(await wrong()).toMatchObject({
    status: 429,
    error: 'tooManyRequests',
    seconds: expect.any(Number),
  })
  wallet.pass(day)
  expect(await right()).toEqual({ serverShare: split.serverShare, blob: given.blob })
})

test('a new owner whose account the vault protects gets one mail about it, and an owner with a password gets none', async () => {
  const [one, other] = [await wallet.device(), await wallet.device()]
  const mailsTo = (email: string) =>
    wallet.mails.filter(({ to, subject }) => to === email && subject === 'Your wallet is ready')
  await wallet.logIn(other, 'gil@example.com')
  await makeAccount(other)
  await wallet.logIn(one, 'fin@example.com')
  const made = await makeAccount(one, await vaultShare(one, secret(17)))
  await one.ask(createAccount, made)
  const { text } = await wallet.mailTo('fin@example.com', /ready/)
  for (const part of [
    'the vault of Latchkey Test',
    'Latchkey Test could open your wallet itself',
    'Recovery',
    'shop.example',
  ])
    expect(text).toContain(part)
  expect([mailsTo('fin@example.com'), mailsTo('gil@example.com')]).toMatchObject([[{}], []])
})

test('a second method of recovery does not replace the first one', async () => {
  const { first, second, share, made } = await withVault('dan@example.com')
  const more = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: passwordShare() },
  }
  await first.ask(addSplit, more)
  expect(
    (await second.ask(listRecovery, {})).methods.map(({ method, setId }) => [method, setId]).sort(),
  ).toEqual([
    ['password', more.setId],
    ['vault', made.setId],
  ])
  expect(await first.refusal(getShare, { setId: made.setId })).toEqual({
    status: 404,
    error: 'shareMissing',
  })
  await second.ask(askVault, {})
  wallet.pass(minute)
  expect(await second.ask(recover, { setId: made.setId })).toEqual({
    serverShare: made.split.serverShare,
    recoveryShare: share,
  })
})

test('the owner gets a mail about a changed recovery, for each method at most once an hour, and none for the account’s first one', async () => {
  const email = 'fay@example.com'
  const device = await wallet.device()
  await wallet.logIn(device, email)
  await makeAccount(device)
  const mailsTo = () =>
    wallet.mails.filter(
      ({ to, subject }) => to === email && /recovery of your wallet was changed/.test(subject),
    )
  const change = (recovery: RecoveryShare) =>
    device.ask(addSplit, {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery },
    })
  await change(passwordShare())
  const { text } = await wallet.mailTo(email, /recovery/)
  for (const part of [
    'Recovery password',
    'Firefox on Linux',
    'shop.example',
    'If this is not you',
  ])
    expect(text).toContain(part)
  await change(passwordShare())
  await change(await vaultShare(device, secret(17)))
  expect((await wallet.mailTo(email, /recovery/)).text).toContain('The vault of Latchkey Test')
  expect(mailsTo()).toHaveLength(2)
  wallet.pass(61 * minute)
  await change(passwordShare())
  await expect.poll(mailsTo).toHaveLength(3)
})

test('a method of recovery that is not offered is refused', async () => {
  const other = await startTestWallet({ recovery: ['password'], vault: undefined })
  const device = await other.device()
  await other.logIn(device, 'ann@example.com')
  for (const recovery of [
    { method: 'vault', blob: secret(99) },
    { ...passwordShare(), method: 'passkey', credentialId: secret(16) },
  ] as const) {
    expect(
      await device.refusal(createAccount, {
        setId: randomUUID(),
        addresses,
        split: { serverShare: secret(17), recovery },
      }),
    ).toEqual({ status: 400, error: 'methodNotOffered' })
  }
  await other.close()
})
