import {
  checkOtp,
  codeTries,
  getSession,
  startEmail,
  waitForDevice,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()), 60_000)
afterAll(() => wallet.close())

test('only the site of a login gets its result', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
  const { origin } = site
  const otherSite = 'https://stranger.example'
  expect(await device.refusal(waitForDevice, { origin: otherSite })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await device.refusal(checkOtp, { otp: '123456', origin: otherSite })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await device.ask(waitForDevice, { origin })).toEqual({ status: 'connected' })
  expect(await device.ask(checkOtp, { otp: '123456', origin })).toMatchObject({
    action: 'connected',
  })
})

test('a code is valid only on the site that requested it, and a try on another site does not count', async () => {
  const device = await wallet.device()
  const otherSite = 'https://stranger.example'
  wallet.pass(31_000)
  await device.ask(startEmail, { email: 'cara@example.com', ...site })
  const otp = await wallet.codeTo('cara@example.com')
  for (let tries = 0; tries < codeTries + 1; tries++)
    expect(await device.refusal(checkOtp, { otp, origin: otherSite })).toMatchObject({
      error: 'codeExpired',
    })
  expect(await device.refusal(getSession, {})).toMatchObject({ error: 'loginRequired' })
  expect(await device.ask(checkOtp, { otp, origin: site.origin })).toMatchObject({
    action: 'connected',
  })
})

test('only the site that requested a login by link gets its result', async () => {
  const [first, device] = [await wallet.device(), await wallet.device()]
  await wallet.logIn(first, 'dora@example.com')
  await makeAccount(first)
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmail, { email: 'dora@example.com', ...site })
  const otp = await wallet.codeTo('dora@example.com')
  const otherSite = 'https://stranger.example'
  expect(await device.ask(checkOtp, { otp, origin: site.origin })).toEqual({ action: 'device' })
  expect(await device.refusal(checkOtp, { otp, origin: otherSite })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await device.refusal(waitForDevice, { origin: otherSite })).toMatchObject({
    error: 'codeExpired',
  })
  await wallet.post('/approve', await wallet.tokenTo('dora@example.com', /new device/))
  expect(await device.refusal(waitForDevice, { origin: otherSite })).toMatchObject({
    error: 'codeExpired',
  })
  expect(await device.ask(waitForDevice, { origin: site.origin })).toEqual({ status: 'connected' })
})

test('with `isNew`, a login needs a code even if the device is logged in with the address', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'ben@example.com')
  const { userId } = await device.ask(getSession, {})
  wallet.pass(31_000)
  wallet.mails.length = 0
  expect(await device.ask(startEmail, { email: 'ben@example.com', ...site })).toEqual({
    action: 'connected',
  })
  expect(await device.ask(startEmail, { email: 'ben@example.com', ...site, isNew: true })).toEqual({
    action: 'otp',
  })
  expect(await device.ask(checkOtp, { otp: await wallet.codeTo('ben@example.com') })).toMatchObject(
    { action: 'connected', user: { userId } },
  )
})
