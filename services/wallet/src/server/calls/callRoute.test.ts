import { getSession } from '@latchkey/protocol/walletServer'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { startTestWallet } from '../testing/startTestWallet.ts'

const crowd = 300

test('a device that is logged in waits for none of a crowd that comes from as many addresses', async () => {
  const wallet = await startTestWallet({ trustProxy: 1 })
  onTestFinished(() => wallet.close())
  const from = (address: string) => createTestDevice(wallet.url, wallet.now, undefined, { 'x-forwarded-for': address })
  const known = await from('10.9.9.9')
  await wallet.logIn(known, 'ann@example.com')
  await known.ask(getSession, {})
  const strangers = await Promise.all(Array.from({ length: crowd }, (_, index) => from(`10.0.${index >> 8}.${index & 255}`)))
  let answered = 0
  const asked = Promise.all(strangers.map(async (stranger) => {
    await stranger.refusal(getSession, {})
    answered += 1
  }))
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0)
  await known.ask(getSession, {})
  expect(answered).toBeLessThan(crowd / 2)
  await asked
})
