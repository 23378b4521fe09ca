import type { Page } from '@playwright/test'
import { expect, test as base } from '../fixtures/test.ts'
import { serveStrict } from '../support/serveStrict.ts'
import { waitForText } from '../support/waitForText.ts'
import { connectButtonOf, modalOf, openAccount, openConnect, walletRowOf } from '../support/site.ts'
import { announceStrange } from '../support/strangeWallet.ts'

const test = base.extend<{ strict: string }>({
  /** The demo under a strict policy. */
  strict: async ({ page, devnet }, provide) => {
    const site = await serveStrict(devnet.demo)
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(window, { violations })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        violations.push(`${effectiveDirective} ${blockedURI}`),
      )
    })
    await provide(site.url)
    await site.close()
  },
})

// the browser may report only pictures that the policy forbids
test.use({
  isCold: true,
  allowConsole: [/Loading the image '(data:|http:\/\/127\.0\.0\.1:\d+\/)[^']*' violates/],
})

/** The resources that the policy blocked, by directive. */
const violations = async (page: Page) =>
  new Set(
    await page.evaluate(() =>
      (Reflect.get(window, 'violations') as string[]).map((one) => one.split(' ', 1)[0]),
    ),
  )

test('the kit works under a strict policy, and forbidden pictures become monograms', async ({
  page,
  strict,
}) => {
  const modal = await openConnect(page, `${strict}/?wallet=approve`)
  // CSS draws the monogram, so that it is not part of the button's name
  const monogram = walletRowOf(modal).locator('[data-monogram]')
  await expect
    .poll(() => monogram.evaluate((element) => getComputedStyle(element, '::before').content))
    .toBe('"DW"')
  await walletRowOf(modal).click()
  await expect(modal).toBeHidden()
  await openAccount(page)
  const tokens = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens.first()).toContainText('ETH')
  // the kit's style sheets are applied
  await expect(modal.locator('.card')).toHaveCSS('border-radius', '28px')
  await modal.getByRole('button', { name: /^Network:/ }).click()
  const moved = waitForText(modal, 'You are on Latchkey Devnet 2')
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await moved
  await expect(modal).toHaveAccessibleName('Account')
  expect(await violations(page)).toEqual(new Set(['img-src']))
})

test('a picture that the policy forbids while the screen is rendered in advance becomes a monogram, also on a slow phone', async ({
  page,
  strict,
}) => {
  for (let index = 0; index < 6; index++)
    await announceStrange(page, {
      name: `Forbidden ${index}`,
      rdns: `example.forbidden${index}`,
      icon: 'data:image/png;base64,AAAA',
    })
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', {
    rate: 10,
  })
  await page.goto(`${strict}/?wallet=approve`)
  await expect(page.locator('[data-latchkey] dialog:not([open]) button.row').first()).toBeAttached()
  await connectButtonOf(page).click()
  const modal = modalOf(page)
  await expect(walletRowOf(modal, /^Forbidden/).locator('[data-monogram]')).toHaveCount(6)
})

test('the development wallet’s window works under a strict policy', async ({ page, strict }) => {
  const modal = await openConnect(page, strict)
  await walletRowOf(modal).click()
  await page.locator('latchkey-development-wallet').getByRole('button', { name: 'Approve' }).click()
  await expect(modalOf(page)).toBeHidden()
  expect(await violations(page)).toEqual(new Set(['img-src']))
})
