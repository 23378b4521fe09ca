import { checkOtp, codeLife, startEmail } from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'

let wallet: TestWallet
beforeAll(async () => void (wallet = await startTestWallet()))
afterAll(() => wallet.close())

/**
 * All answers that a stranger gets about an address without reading its mail, in order, and the
 * mail that its owner gets, without its code.
 */
async function ask(email: string) {
  const attacker = await wallet.device()
  const start = { email, ...site }
  const heard: unknown[] = [
    await attacker.ask(startEmail, start),
    await attacker.refusal(startEmail, start),
  ]
  const code = await wallet.codeTo(email)
  const wrong = code === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 6; tries++)
    heard.push(await attacker.refusal(checkOtp, { otp: wrong }))
  wallet.pass(31_000)
  heard.push(await attacker.ask(startEmail, { ...start, isNew: true }))
  wallet.pass(codeLife)
  heard.push(await attacker.refusal(checkOtp, { otp: code }))
  const { subject, text, html } = await wallet.mailTo(email, /code/)
  return {
    heard,
    mail: [subject, text, html].map((part) =>
      part?.replaceAll(/\d{6}|\d{1,2} \w{3} \d{4}, \d\d:\d\d/g, '…').replaceAll(email, '<address>'),
    ),
  }
}

test('a device without a login gets the same answers for an address with an account and one without', async () => {
  const owner = await wallet.device()
  await wallet.logIn(owner, 'ann@example.com')
  await makeAccount(owner)
  wallet.pass(31_000)
  wallet.mails.length = 0
  const known = await ask('ann@example.com')
  const unknown = await ask('nobody@example.com')
  expect(known.heard).toHaveLength(10)
  expect(known).toEqual(unknown)
})
