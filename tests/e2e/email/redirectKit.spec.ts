/**
 * A real site with the kit inside Telegram, whose browser has no windows: logins and approvals move
 * the site's tab to the wallet's own page and back.
 */
import type { Page } from '@playwright/test'
import { getBalance } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { addressOn, agree, companyOf, companyPage, openLogins } from '../support/companyLogin.ts'
import { chainOf } from '../support/holdings.ts'
import { review } from '../support/send.ts'
import { accountButtonOf, modalOf, openConnect } from '../support/site.ts'

test.setTimeout(120_000)
test.use({
  allowConsole: [/40\d .*v1\/|postMessage|ERR_FAILED/],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2',
})
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } })
    window.open = () => {
      throw new Error('Telegram opens no windows')
    }
  }),
)

const networkId = 'eip155:31337'
const friend = addressOf('newcomer')
const toastOf = (page: Page) => modalOf(page).getByRole('status')

test('in Telegram a new visitor logs in, sends once, declines, and returns with the browser’s Back button', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'telegram-away@example.org'
  const chain = chainOf(devnet, networkId)
  const onWallet = page.getByRole('heading', { name: 'Enter the code' })

  await test.step('the login', async () => {
    const modal = await openConnect(page, `${mailed.shop}/?shown=query#part`)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.keyboard.press('Enter')
    await expect(onWallet).toBeVisible()
    expect(new URL(page.url()).origin).toBe(new URL(mailed.wallet).origin)
    await page.getByLabel('Code from the e-mail').fill(await mailed.codeTo(email))
    await page.waitForURL(`${mailed.shop}/?shown=query#part`)
  })
  const address = await addressOn(page)
  await chain.request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have
  const before = await getBalance(chain, { address: friend })

  await test.step('a transfer from the modal is paid once, and the modal reports it', async () => {
    await page.reload()
    await accountButtonOf(page).click()
    const modal = modalOf(page)
    await modal.getByRole('button', { name: 'Send' }).click()
    await review(modal, { amount: '0.5', to: friend })
    await modal.getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByText('0.5 ETH').first()).toBeVisible()
    await expect(page.getByText(new URL(mailed.shop).host).first()).toBeVisible()
    await readToEnd(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(
      (url) => url.origin === new URL(mailed.shop).origin && !url.hash.includes('latchkey'),
    )
    await expect(
      toastOf(page).filter({ hasText: 'Sent. You find it in your activity.' }),
    ).toBeVisible()
    await expect
      .poll(() => getBalance(chain, { address: friend }))
      .toBe(before + 500_000_000_000_000_000n)
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByText('0.5').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a declined request is reported, and sends nothing', async () => {
    await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(toastOf(page).filter({ hasText: /declined/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the site repeats a request, and gets the earlier answer, once', async () => {
    await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
    await expect(page.getByRole('main')).toContainText(
      'You said no in the wallet. Nothing was sent.',
    )
    await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
    await expect(page.getByText('0.005 ETH').first()).toBeVisible()
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor()
    await page.goBack()
    await expect(accountButtonOf(page)).toBeVisible()
  })

  await test.step('a forged answer changes nothing', async () => {
    await page.goto(
      `${mailed.shop}/#latchkey-answer=${encodeURIComponent(JSON.stringify({ id: crypto.randomUUID(), result: { action: 'CONNECT', addresses: { eip155: friend, solana: '1'.repeat(32) } } }))}`,
    )
    await page.waitForURL((url) => !url.hash.includes('latchkey'))
    expect(await addressOn(page)).toBe(address)
    expect(await getBalance(chain, { address: friend })).toBe(before + 500_000_000_000_000_000n)
  })
})

test('a login with Google uses the wallet’s page, also after the visitor goes back and forth', async ({
  page,
  mailed,
}) => {
  const modal = await openLogins(page, { demo: mailed.shop })
  await companyOf(modal, 'Google').click()
  await expect(companyPage(page, 'Google')).toBeVisible()
  await agree(page, 'company-away@example.org')
  const address = await addressOn(page)
  expect(new URL(page.url()).origin).toBe(new URL(mailed.shop).origin)
  await page.reload()
  expect(await addressOn(page)).toBe(address)
})
