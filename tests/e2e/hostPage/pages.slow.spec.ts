import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

// the wallet's window requests its session, which does not exist yet
test.use({ allowConsole: [/401 .*v1\/session/] })

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Connects the page's development wallet through the kit's modal. */
async function connect(page: Page) {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Development wallet/ })
    .click()
}

const value = (page: Page, name: string) => page.getByTestId(name)

test('two kits on one page connect separately', async ({ page, pages }) => {
  await page.goto(`${pages}/two-kits.html`)
  await page
    .getByRole('region', { name: 'Second' })
    .getByRole('button', { name: 'Connect wallet' })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Development wallet/ })
    .click()
  await expect(value(page, 'Second address')).toHaveText(first)
  await expect(value(page, 'First status')).toHaveText('disconnected')
})

test('the frame is removed when the site unmounts the kit, and signing works after the site mounts it again', async ({
  page,
  pages,
  mailed,
}) => {
  const email = 'leaving@example.org'
  const host = page.locator('[data-latchkey=wallet]')
  await page.goto(`${pages}/leaving.html?wallet=${encodeURIComponent(mailed.wallet)}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const [own] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await own.getByLabel('Code from the e-mail').fill(await mailed.codeTo(email))
  await expect(value(page, 'shop status')).toHaveText('connected')
  await expect(page.getByRole('dialog')).toBeHidden()
  const address = await value(page, 'shop address').textContent()
  await expect(host).toHaveCount(1)
  await page.getByRole('button', { name: 'Leave the shop' }).click()
  await expect(host).toHaveCount(0)
  await page.getByRole('button', { name: 'Enter the shop' }).click()
  await expect(value(page, 'shop address')).toHaveText(address ?? '')
  const opened = page.waitForEvent('popup')
  const signing = page.evaluate(async (account) => {
    const found: {
      info: { rdns: string }
      provider: { request(args: object): Promise<unknown> }
    }[] = []
    addEventListener(
      'eip6963:announceProvider',
      (event) => void found.push((event as CustomEvent).detail),
    )
    dispatchEvent(new Event('eip6963:requestProvider'))
    return found
      .find(({ info }) => info.rdns === 'app.latchkey.embedded')
      ?.provider.request({
        method: 'personal_sign',
        params: ['0x476f6f64206d6f726e696e67', account],
      })
      .catch((error: { code: unknown }) => error.code)
  }, address)
  // the reloaded frame knows which site it is in: the wallet's window shows the site's name
  const window = await opened
  await expect(window.getByText(/^calls itself “.?Shop.?”$/)).toBeVisible()
  await window.keyboard.press('Escape')
  expect(await signing).toBe(4001)
  await expect(host).toHaveCount(1)
})

test('a visitor connects despite a hostile style sheet and a strict content security policy', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/hostile.html`)
  await connect(page)
  await expect(value(page, 'kit address')).toHaveText(first)
})
