import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const safeAddress = '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE'

const appOf = (page: Page) => page.frameLocator('iframe[title="App"]')
const requestsOf = (page: Page) => page.getByRole('list', { name: 'Asked' }).getByRole('listitem')

test('inside a Safe the page connects at once, and signs and sends through the Safe; a refusal of the Safe is shown as a refusal', async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/safe.html`)
  const app = appOf(page)
  await expect(app.getByTestId('kit status')).toHaveText('connected')
  await expect(app.getByTestId('kit address')).toHaveText(new RegExp(safeAddress, 'i'))
  await expect(app.getByTestId('kit network')).toHaveText('eip155:31337')
  await expect(app.getByRole('button', { name: /^Account 0x5a/i })).toBeVisible()

  await app.getByRole('button', { name: 'Sign' }).click()
  await expect(app.getByTestId('Sign')).toHaveText(/^0x2{130}$/)
  // the bytes of the text “Bread”
  await expect(requestsOf(page).filter({ hasText: 'signMessage' })).toContainText('0x4272656164')
  await app.getByRole('button', { name: 'Send' }).click()
  await expect(app.getByTestId('Send')).toHaveText(/^0x3{64}$/)
  await expect(requestsOf(page).filter({ hasText: 'sendTransactions' })).toContainText(
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  )

  await page.goto(`${pages}/safe.html?refuse`)
  await expect(app.getByTestId('kit status')).toHaveText('connected')
  await app.getByRole('button', { name: 'Sign' }).click()
  await expect(app.getByTestId('Sign')).toHaveText(/^userRejected/)
})

test('outside a Safe, the code for Safe loads only when the visitor connects, and other wallets are listed as usual', async ({
  page,
  pages,
}) => {
  const scripts: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  )
  await page.goto(`${pages}/safe-app.html`)
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  const before = scripts.length
  await button.click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('button', { name: /^Base Account/ })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(before)
  await test.step('a wallet whose package is not installed is reported to the visitor and to the site', async () => {
    await modal.getByRole('button', { name: /^Base Account/ }).click()
    await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(modal).toContainText('This site cannot use Base Account yet.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Connect Base' }).click()
    await expect(page.getByTestId('Connect Base')).toHaveText(
      /^packageMissing: .*@base-org\/account/,
    )
  })
  await button.click()
  await modal.getByRole('button', { name: /^Development wallet/ }).click()
  await expect(page.getByTestId('kit status')).toHaveText('connected')
})
