import { checkOtp, getSession, startEmail, waitForDevice } from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()), 60_000)
afterAll(() => wallet.close())

test('a login is told again only for the site whose it is', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'ann@example.com')
  const { origin } = site
  const stranger = 'https://stranger.example'
  expect(await device.refusal(waitForDevice, { origin: stranger })).toMatchObject({ error: 'codeExpired' })
  expect(await device.refusal(checkOtp, { otp: '123456', origin: stranger })).toMatchObject({ error: 'codeExpired' })
  expect(await device.ask(waitForDevice, { origin })).toEqual({ status: 'connected' })
  expect(await device.ask(checkOtp, { otp: '123456', origin })).toMatchObject({ action: 'connected' })
})

test('a new login asks for a code, also where the device is logged in with the address', async () => {
  const device = await wallet.device()
  await wallet.logIn(device, 'ben@example.com')
  const { userId } = await device.ask(getSession, {})
  wallet.pass(31_000)
  wallet.mails.length = 0
  expect(await device.ask(startEmail, { email: 'ben@example.com', ...site })).toEqual({ action: 'connected' })
  expect(await device.ask(startEmail, { email: 'ben@example.com', ...site, isNew: true })).toEqual({ action: 'otp' })
  expect(await device.ask(checkOtp, { otp: await wallet.codeTo('ben@example.com') })).toMatchObject({ action: 'connected', user: { userId } })
})
