/**
 * The e-mail wallet uses the language of the site: in approvals, settings, mails, and the frame's
 * title.
 */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { directionOf, locales, type Locale } from '../../../packages/protocol/src/locale.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import type { FrameSite } from '../support/frameSite.ts'
import { expect, test } from '../fixtures/test.ts'
import { frameAxe } from '../support/frameAxe.ts'
import { standsStill } from '../support/rest.ts'
import { requestNode, logIn, makeRich, openSite } from '../support/frameSite.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { messages as approve } from '../../../services/wallet/src/frame/approve/messages.ts'
import { messages as transaction } from '../../../services/wallet/src/frame/approve/transaction/messages.ts'
import { messages as settings } from '../../../services/wallet/src/frame/screens/settings/messages.ts'

const english = { approve: approve.texts, transaction: transaction.texts, settings: settings.texts }

/** Reads the texts of a language that the frame uses. */
async function textsIn(locale: Locale): Promise<typeof english> {
  if (locale === 'en') return english
  const path = new URL(`../../../services/wallet/src/frame/locales/${locale}.json`, import.meta.url)
  // a file of a language has the same scopes and keys as English
  return JSON.parse(await readFile(path, 'utf8')) as typeof english
}

/** Fills the placeholders of a text. */
const filled = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )

const speak = ({ ask }: FrameSite, locale: string) =>
  ask('SYNC_DAPP_DATA', { projectId: 'shop', locale })
/** Whether any element reaches beyond the left or the right edge of the frame. */
const overflows = ({ frame }: FrameSite) =>
  frame
    .locator('body')
    .evaluate((body) =>
      [...body.querySelectorAll('*')].some(
        (one) =>
          one.getBoundingClientRect().right > innerWidth + 1 ||
          one.getBoundingClientRect().left < -1,
      ),
    )

test('an approval and the settings are shown in every language, without a new login', async ({
  page,
  wallet,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'words@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: `0x${string}` }
  await makeRich(wallet, address)
  const {
    dex: { router, usd },
  } = readDeployment(31_337)
  const everything = encodeFunctionData({
    abi: parseAbi(['function approve(address,uint256)']),
    args: [router, 2n ** 256n - 1n],
  })
  const { frame } = site
  await test.step('an approval', async () => {
    const refused = expect(
      site.call('eth_sendTransaction', [{ from: address, to: usd, data: everything }]),
    ).rejects.toThrow(/4001/)
    for (const locale of locales) {
      await speak(site, locale)
      const {
        approve: { transactionTitle, approve, reject },
        transaction: { allowEverything },
      } = await textsIn(locale)
      await expect(
        frame.getByRole('heading', { name: transactionTitle, level: 1, exact: true }),
      ).toBeVisible()
      await expect(frame.getByRole('heading', { name: filled(allowEverything) })).toBeVisible()
      for (const name of [approve, reject])
        await expect(frame.getByRole('button', { name, exact: true })).toBeVisible()
      await expect(frame.locator('html')).toHaveAttribute('lang', locale)
      await expect(frame.locator('html')).toHaveAttribute('dir', directionOf(locale))
      expect(await overflows(site), locale).toBe(false)
      await expect
        .poll(() =>
          page.evaluate(
            () => window.site.events.findLast(({ type }) => type.endsWith('SHOW'))?.payload?.title,
          ),
        )
        .toBe(transactionTitle)
      if (locale === 'ar') expect(await frameAxe(page)).toEqual([])
    }
    await speak(site, 'en')
    await frame.getByRole('button', { name: 'Reject', exact: true }).click()
    await refused
  })
  await test.step('the settings', async () => {
    const closed = site.ask('OPEN_SETTINGS')
    await expect(frame.getByText('words@example.org')).toBeVisible()
    for (const locale of locales) {
      await speak(site, locale)
      const {
        settings: { title },
      } = await textsIn(locale)
      await expect(frame.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible()
      expect(await overflows(site), locale).toBe(false)
      if (locale === 'ar') expect(await frameAxe(page)).toEqual([])
    }
    await frame.locator('body').press('Escape')
    await closed
  })
  expect(await requestNode(wallet.node, 'eth_getTransactionCount', [address, 'latest'])).toBe('0x0')
})

test('a permit and the recovery screens are shown from right to left in Arabic', async ({
  page,
  browser,
  wallet,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const site = await openSite(page, wallet)
  await speak(site, 'ar')
  await site.ask('CONNECT_EMAIL', { email: 'permit@example.org' })
  await site.ask('CONNECT_OTP', { otp: await wallet.codeTo('permit@example.org', /رمزك/) })
  const { address } = (await site.ask('GET_USER')) as { address: `0x${string}` }
  const {
    dex: { router, usd },
  } = readDeployment(31_337)
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  }
  const permit = {
    types,
    primaryType: 'Permit',
    domain: { name: 'USDC', chainId: 31_337, verifyingContract: usd },
    message: {
      owner: address,
      spender: router,
      value: '25000000',
      nonce: '0',
      deadline: '1999999999',
    },
  }
  const refused = expect(
    site.call('eth_signTypedData_v4', [address, JSON.stringify(permit)]),
  ).rejects.toThrow(/4001/)
  await expect(
    site.frame.getByRole('heading', { name: /السماح بأخذ ما يصل إلى .*25/ }),
  ).toBeVisible()
  expect(await overflows(site)).toBe(false)
  expect(await frameAxe(page)).toEqual([])
  await site.frame.getByRole('button', { name: 'رفض', exact: true }).click()
  await refused

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const other = await openSite(await context.newPage(), wallet)
  await speak(other, 'de')
  wallet.pass(31_000) // the cooldown between two codes
  await other.ask('CONNECT_EMAIL', { email: 'permit@example.org' })
  await other.ask('CONNECT_OTP', { otp: await wallet.codeTo('permit@example.org', /Dein Code/) })
  const approved = other.ask('CONNECT_DEVICE')
  await fetch(`${wallet.url}/approve`, {
    method: 'POST',
    body: new URLSearchParams({ token: await wallet.tokenTo('permit@example.org', /neues Gerät/) }),
    headers: { origin: wallet.url },
  })
  await approved
  const closed = expect(other.ask('GET_USER')).rejects.toThrow(/4001/)
  await expect(other.frame.getByRole('button', { name: 'Den Tresor fragen' })).toBeVisible()
  expect(await overflows(other)).toBe(false)
  await speak(other, 'ar')
  await expect(other.frame.getByRole('button', { name: 'طلب فتح الخزنة' })).toBeVisible()
  expect(await overflows(other)).toBe(false)
  // the site moves the frame for each language, and a press during a move has no effect
  await standsStill(other.page.locator('iframe'))
  await other.frame.getByRole('button', { name: 'إغلاق', exact: true }).click()
  await closed
  await context.close()
})

test('a change of the language changes the texts of an open approval', async ({ page, wallet }) => {
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'change@example.org')
  const { address } = (await site.ask('GET_USER')) as { address: string }
  const refused = expect(site.call('personal_sign', ['0x68656c6c6f', address])).rejects.toThrow(
    /4001/,
  )
  await expect(site.frame.getByRole('heading', { name: 'Sign message' })).toBeVisible()
  await speak(site, 'de')
  await expect(site.frame.getByRole('heading', { name: 'Nachricht signieren' })).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(
        () => window.site.events.findLast(({ type }) => type.endsWith('SHOW'))?.payload?.title,
      ),
    )
    .toBe('Nachricht signieren')
  await site.frame.getByRole('button', { name: 'Ablehnen' }).click()
  await refused
})

test('another language loads one small file, and English none', async ({ page, wallet }) => {
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
