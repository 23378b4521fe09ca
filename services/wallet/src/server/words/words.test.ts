import { randomBytes, randomUUID } from 'node:crypto'
import { locales } from '@latchkey/protocol/locale'
import { sealToVault } from '@latchkey/protocol/vaultEnvelope'
import {
  addSplit,
  askVault,
  checkOtp,
  getSession,
  listDevices,
  recover,
  startEmail,
} from '@latchkey/protocol/walletServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vaultMail } from '../mail/mails.ts'
import { addresses, makeAccount, passwordShare, secret } from '../testing/makeAccount.ts'
import { site, startTestWallet, type TestWallet } from '../testing/startTestWallet.ts'
import { browserLocale } from '@latchkey/words/createTranslators'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(() => wallet.close())

type Device = Awaited<ReturnType<TestWallet['device']>>

/** Logs in, in a language. @returns the page behind the link, if the device is new */
async function logIn(device: Device, email: string, locale?: 'de' | 'ar'): Promise<string> {
  wallet.pass(31_000)
  wallet.mails.length = 0
  await device.ask(startEmail, { email, ...site, ...(locale && { locale }) })
  const otp = /\d{6}/.exec((await wallet.mailTo(email, /\d{6}/)).subject)?.[0] ?? ''
  const { action } = await device.ask(checkOtp, { otp })
  if (action !== 'device') return ''
  const token = /token=([\w-]+)/.exec((await wallet.mailTo(email, /^\D+$/)).text)?.[1] ?? ''
  const page = await (await fetch(`${wallet.url}/approve?token=${token}`)).text()
  await wallet.post('/approve', token)
  return page
}

test('mails and pages have the language of the site on which the device logs in', async () => {
  const [first, second] = [await wallet.device(), await wallet.device()]
  await logIn(first, 'ann@example.com', 'de')
  const mail = await wallet.mailTo('ann@example.com')
  expect([mail.subject.replace(/\d{6}/, '000000'), mail.html]).toEqual([
    'Dein Code ist 000000',
    expect.stringContaining('<html lang="de" dir="ltr">'),
  ])
  await makeAccount(first)
  const page = await logIn(second, 'ann@example.com', 'ar')
  expect((await wallet.mailTo('ann@example.com', /^\D+$/)).subject).toBe(
    'هل هذا أنت؟ جهاز جديد يريد تسجيل الدخول',
  )
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain('هل هذا أنت؟')
})

test('a warning to the owner has the language of the browser with the keys, not of the browser that recovers', async () => {
  const [owner, attacker] = [await wallet.device(), await wallet.device()]
  await logIn(owner, 'ben@example.com', 'de')
  const { userId } = await owner.ask(getSession, {})
  await makeAccount(owner, {
    method: 'vault',
    blob: await sealToVault({ vaultKey: wallet.vault.privateKey, userId, share: randomBytes(17) }),
  })
  await logIn(attacker, 'ben@example.com', 'ar')
  await attacker.ask(askVault, {})
  const mail = await wallet.mailTo('ben@example.com', /Wallet/)
  expect(mail.subject).toBe('Deine Wallet wird bald wiederhergestellt')
  const token = /token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
  expect(await (await fetch(`${wallet.url}/refuse?token=${token}`)).text()).toContain(
    'Dieses Gerät ablehnen?',
  )
})

test('a mail about a changed recovery has the language of another browser with the keys', async () => {
  const [owner, other] = [await wallet.device(), await wallet.device()]
  await logIn(owner, 'eve@example.com', 'de')
  const given = passwordShare()
  const { setId } = await makeAccount(owner, given)
  await logIn(other, 'eve@example.com', 'ar')
  await other.ask(recover, { setId, proof: given.proof })
  for (let time = 0; time < 2; time++)
    await other.ask(addSplit, {
      setId: randomUUID(),
      addresses,
      split: { serverShare: secret(17), recovery: passwordShare() },
    })
  expect((await wallet.mailTo('eve@example.com', /geändert/)).subject).toBe(
    'Die Wiederherstellung deiner Wallet wurde geändert',
  )
})

test('without a language mails are in English, and an unsupported language is refused', async () => {
  const device = await wallet.device()
  await logIn(device, 'cat@example.com')
  expect((await wallet.mailTo('cat@example.com')).subject).toMatch(/^Your code is \d{6}$/)
  expect((await device.ask(listDevices, {})).devices).toHaveLength(1)
  expect(
    await device.refusal(startEmail, { email: 'cat@example.com', ...site, locale: 'sv' as 'de' }),
  ).toMatchObject({ error: 'invalidRequest' })
})

test('a page without a login has the language of the browser', async () => {
  const page = await fetch(`${wallet.url}/approve?token=x`, {
    headers: { 'accept-language': 'sv, fr-CH;q=0.9, de;q=0.8' },
  })
  expect(await page.text()).toContain('Ce lien n’est plus valable')
  expect([browserLocale(undefined), browserLocale('*'), browserLocale('PT-br')]).toEqual([
    null,
    null,
    'pt',
  ])
})

test('in languages from right to left, a time in a text begins with its day', () => {
  for (const locale of ['ar', 'fa'] as const) {
    const { text } = vaultMail('ann@example.com', 'https://wallet.example/refuse', 'Shop', {
      origin: site.origin,
      project: 'Shop',
      browser: 'Firefox on Linux',
      at: 0,
      readyAt: Date.UTC(2026, 10, 23, 16, 54),
      locale,
    })
    expect(
      text.match(/\u2067\u2068[^\u2069]+\u2069، \u2068\d\d:\d\d\u2069 UTC\u2069/g),
    ).toHaveLength(2)
  }
})

test('in every language, mails show the time in Latin digits', () => {
  for (const locale of locales) {
    const { text } = vaultMail('ann@example.com', 'https://wallet.example/refuse', 'Shop', {
      origin: site.origin,
      project: 'Shop',
      browser: 'Firefox on Linux',
      at: 0,
      readyAt: Date.UTC(2026, 10, 23, 16, 54),
      locale,
    })
    // the year of each language's calendar
    expect(text).toContain({ th: '2569', fa: '1405' }[locale as string] ?? '2026')
    expect(text).toMatch(/16[:.]54\W* UTC/)
  }
})
