import { locales } from '@latchkey/protocol/locale'
import { writtenCode } from '@latchkey/protocol/oneTimeCode'
import { checkOtp, startEmail } from '@latchkey/protocol/walletServer'
import { expect, onTestFinished, test } from 'vitest'
import type { WalletOptions } from '../options.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { makeAccount } from '../testing/makeAccount.ts'
import { site, startTestWallet } from '../testing/startTestWallet.ts'
import { codeMail } from './mails.ts'

async function start(options: Partial<WalletOptions> = {}) {
  const wallet = await startTestWallet(options)
  onTestFinished(() => wallet.close())
  return wallet
}

test('the mail with a code has the browser, the site and the time, and says where the code is entered', async () => {
  const wallet = await start()
  await (await wallet.device()).ask(startEmail, { email: 'ann@example.com', ...site })
  const { text } = await wallet.mailTo('ann@example.com')
  const year = String(new Date(wallet.now()).getUTCFullYear())
  for (const part of [
    'Browser: Firefox on Linux, as it says of itself',
    'Site: Shop (https://shop.example)',
    year,
    'opens the wallet of this address on the browser above, or makes it there',
    'You enter the code in a page of Shop (https://shop.example), which could use it on another device.',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Place')
})

test('when the code is entered in the wallet’s window, the mail has the URL of the window', async () => {
  const wallet = await start()
  await (await wallet.device()).ask(startEmail, {
    email: 'ann@example.com',
    ...site,
    place: 'window',
  })
  const { text } = await wallet.mailTo('ann@example.com')
  expect(text).toContain(`whose address begins with ${wallet.url}`)
  expect(text).not.toContain('in a page of')
  expect(
    await (await wallet.device()).refusal(startEmail, {
      email: 'ben@example.com',
      ...site,
      place: 'tab' as 'page',
    }),
  ).toMatchObject({ error: 'invalidRequest' })
})

test.each([
  [undefined, undefined],
  ['x-place', 'Place: Bremen DE'],
])(
  'mails have the location that the operator’s proxy sends in the header %s, and no other',
  async (placeHeader, line) => {
    const wallet = await start(placeHeader === undefined ? {} : { placeHeader })
    const device = await createTestDevice(wallet.url, wallet.now, undefined, {
      'x-place': 'Bremen\u00a0 \u0085DE',
      'x-other': 'Atlantis',
    })
    await device.ask(startEmail, { email: 'ann@example.com', ...site })
    const { text } = await wallet.mailTo('ann@example.com')
    expect(/^Place.*$/m.exec(text)?.[0]).toBe(line)
    expect(text).not.toContain('Atlantis')
    await device.ask(checkOtp, { otp: await wallet.codeTo('ann@example.com') })
    await makeAccount(device)
    const other = await createTestDevice(wallet.url, wallet.now, undefined, {
      'x-place': 'Bremen DE',
    })
    await wallet.logIn(other, 'ann@example.com')
    expect(
      /^Place.*$/m.exec((await wallet.mailTo('ann@example.com', /new device/)).text)?.[0],
    ).toBe(line)
  },
)

test('the mail contains all its facts in every language', () => {
  const facts = {
    origin: site.origin,
    project: 'Shop',
    browser: 'Firefox on Linux',
    place: 'Bremen',
    at: 0,
  }
  for (const locale of locales) {
    for (const wallet of [undefined, 'https://wallet.example']) {
      const { text } = codeMail('ann@example.com', '012345', 'Operator', {
        ...facts,
        wallet,
        locale,
      })
      for (const part of [
        '012345',
        'Firefox on Linux',
        'Bremen',
        site.origin,
        wallet ?? site.origin,
      ])
        expect([locale, text]).toEqual([locale, expect.stringContaining(part)])
      expect(text).not.toMatch(/\{\w+\}|undefined/)
    }
  }
})

test.each(locales)(
  '%s: the code is found in the pasted mail, and in its subject alone',
  (locale) => {
    for (const code of ['482913', '000000', '202611'])
      for (const wallet of [undefined, 'https://wallet.example:8443']) {
        const { subject, text } = codeMail('ann@example.com', code, 'Latchkey 2026', {
          origin: 'http://localhost:5173',
          project: 'Shop 24',
          browser: 'Chrome 142 on Windows 11',
          place: 'Bremen 28195',
          at: Date.UTC(2026, 10, 29, 8, 15),
          locale,
          wallet,
        })
        expect([subject, text].map((one) => writtenCode(one, '', 6))).toEqual([code, code])
      }
  },
)
