/** The e-mail wallet speaks the site's language: approvals, settings, mails, and the title that the site is told. */
import { gzipSync } from 'node:zlib'
import { encodeFunctionData, parseAbi } from 'viem'
import type { FrameSite } from './support/frameSite.ts'
import { expect, test } from './fixtures/test.ts'
import { frameAxe } from './support/frameAxe.ts'
import { askNode, logIn, makeRich, openSite } from './support/frameSite.ts'
import { readDeployment } from '../devnet/src/readDeployment.ts'

/** Of each language: an approval's title, its danger, its two buttons, the settings' title. */
const spoken = [
  { locale: 'en', title: 'Confirm transaction', danger: /Allow to take ALL your/, reject: 'Reject', approve: 'Approve', settings: 'Wallet settings' },
  { locale: 'de', title: 'Transaktion bestätigen', danger: /ALLE deine/, reject: 'Ablehnen', approve: 'Bestätigen', settings: 'Wallet-Einstellungen' },
  { locale: 'es', title: 'Confirmar transacción', danger: /TODO lo que tienes/, reject: 'Rechazar', approve: 'Aprobar', settings: 'Ajustes de la wallet' },
  { locale: 'fr', title: 'Confirmer la transaction', danger: /TOUS vos/, reject: 'Refuser', approve: 'Approuver', settings: 'Réglages du wallet' },
  { locale: 'pt', title: 'Confirmar transação', danger: /TUDO o que você tem/, reject: 'Recusar', approve: 'Aprovar', settings: 'Ajustes da carteira' },
  { locale: 'ja', title: 'トランザクションの確認', danger: /すべて/, reject: '拒否', approve: '承認', settings: 'ウォレットの設定' },
  { locale: 'zh', title: '确认交易', danger: /全部/, reject: '拒绝', approve: '批准', settings: '钱包设置' },
  { locale: 'ar', title: 'تأكيد المعاملة', danger: /«كل»/, reject: 'رفض', approve: 'موافقة', settings: 'إعدادات المحفظة' },
] as const

const speak = ({ ask }: FrameSite, locale: string) => ask('SYNC_DAPP_DATA', { projectId: 'shop', locale })
/** Whether something is wider than the frame. */
const overflows = ({ frame }: FrameSite) => frame.locator('body').evaluate((body) => [...body.querySelectorAll('*')].some((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1))

test('an approval and the settings in every language, without another login', async ({ page, wallet }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'words@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: `0x${string}` }
  await makeRich(wallet, address)
  const { dex: { router, usd } } = readDeployment(31_337)
  const everything = encodeFunctionData({ abi: parseAbi(['function approve(address,uint256)']), args: [router, 2n ** 256n - 1n] })
  for (const { locale, title, danger, reject, approve, settings } of spoken) {
    await test.step(locale, async () => {
      await speak(site, locale)
      const refused = expect(site.call('eth_sendTransaction', [{ from: address, to: usd, data: everything }])).rejects.toThrow(/4001/)
      const { frame } = site
      await expect(frame.getByRole('heading', { name: title, level: 1 })).toBeVisible()
      await expect(frame.getByRole('heading', { name: danger })).toBeVisible()
      await expect(frame.getByRole('button', { name: approve, exact: true })).toBeVisible()
      await expect(frame.locator('html')).toHaveAttribute('lang', locale)
      await expect(frame.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      expect(await overflows(site)).toBe(false)
      expect(await page.evaluate(() => window.site.events.findLast(({ type }) => type.endsWith('SHOW'))?.payload?.title)).toBe(title)
      if (locale === 'ar') expect(await frameAxe(page)).toEqual([])
      await frame.getByRole('button', { name: reject, exact: true }).click()
      await refused

      const closed = site.ask('OPEN_SETTINGS')
      await expect(frame.getByRole('heading', { name: settings, level: 1 })).toBeVisible()
      await expect(frame.getByText('words@example.org')).toBeVisible()
      expect(await overflows(site)).toBe(false)
      if (locale === 'ar') expect(await frameAxe(page)).toEqual([])
      await frame.locator('body').press('Escape')
      await closed
    })
  }
  expect(await askNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x0')
})

test('a permit and the ways back, from right to left', async ({ page, browser, wallet }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const site = await openSite(page, wallet)
  await speak(site, 'ar')
  await site.ask('CONNECT_EMAIL', { email: 'permit@example.org' })
  await site.ask('CONNECT_OTP', { otp: await wallet.codeTo('permit@example.org', /رمزك/) })
  const { address } = (await site.ask('GET_USER')) as { address: `0x${string}` }
  const { dex: { router, usd } } = readDeployment(31_337)
  const types = { EIP712Domain: [{ name: 'name', type: 'string' }, { name: 'chainId', type: 'uint256' }, { name: 'verifyingContract', type: 'address' }], Permit: [{ name: 'owner', type: 'address' }, { name: 'spender', type: 'address' }, { name: 'value', type: 'uint256' }, { name: 'nonce', type: 'uint256' }, { name: 'deadline', type: 'uint256' }] }
  const permit = { types, primaryType: 'Permit', domain: { name: 'USDC', chainId: 31_337, verifyingContract: usd }, message: { owner: address, spender: router, value: '25000000', nonce: '0', deadline: '1999999999' } }
  const refused = expect(site.call('eth_signTypedData_v4', [address, JSON.stringify(permit)])).rejects.toThrow(/4001/)
  await expect(site.frame.getByRole('heading', { name: /السماح بأخذ ما يصل إلى .*25/ })).toBeVisible()
  expect(await overflows(site)).toBe(false)
  expect(await frameAxe(page)).toEqual([])
  await site.frame.getByRole('button', { name: 'رفض', exact: true }).click()
  await refused

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const other = await openSite(await context.newPage(), wallet)
  await speak(other, 'de')
  wallet.pass(31_000) // the cooldown of codes
  await other.ask('CONNECT_EMAIL', { email: 'permit@example.org' })
  await other.ask('CONNECT_OTP', { otp: await wallet.codeTo('permit@example.org', /Dein Code/) })
  const approved = other.ask('CONNECT_DEVICE')
  await fetch(`${wallet.url}/approve`, { method: 'POST', body: new URLSearchParams({ token: await wallet.tokenTo('permit@example.org', /neues Gerät/) }), headers: { origin: wallet.url } })
  await approved
  const closed = expect(other.ask('GET_USER')).rejects.toThrow(/4001/)
  await expect(other.frame.getByRole('button', { name: 'Den Tresor fragen' })).toBeVisible()
  expect(await overflows(other)).toBe(false)
  await speak(other, 'ar')
  await expect(other.frame.getByRole('button', { name: 'طلب فتح الخزنة' })).toBeVisible()
  expect(await overflows(other)).toBe(false)
  await other.frame.getByRole('button', { name: 'إغلاق', exact: true }).click()
  await closed
  await context.close()
})

test('the words change while an approval is shown', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'change@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: string }
  const refused = expect(site.call('personal_sign', ['0x68656c6c6f', address])).rejects.toThrow(/4001/)
  await expect(site.frame.getByRole('heading', { name: 'Sign message' })).toBeVisible()
  await speak(site, 'de')
  await expect(site.frame.getByRole('heading', { name: 'Nachricht signieren' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.site.events.findLast(({ type }) => type.endsWith('SHOW'))?.payload?.title)).toBe('Nachricht signieren')
  await site.frame.getByRole('button', { name: 'Ablehnen' }).click()
  await refused
})

test('another language is one more file, and a small one; English is none', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  const fetched: string[] = []
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname))
  await speak(site, 'en')
  expect(fetched).toEqual([])
  const bytes = page.waitForResponse((response) => response.url().includes('/assets/'))
  await speak(site, 'ar')
  expect(gzipSync(await (await bytes).body()).length).toBeLessThan(15_000)
  expect(fetched).toHaveLength(1)
})
