import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Connects the page's development wallet through the kit's modal. */
async function connect(page: Page) {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Development wallet/ }).click()
}

const value = (page: Page, name: string) => page.getByTestId(name)

test('two kits on one page connect each for itself', async ({ page, pages }) => {
  await page.goto(`${pages}/two-kits.html`)
  await page.getByRole('region', { name: 'Second' }).getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Development wallet/ }).click()
  await expect(value(page, 'Second address')).toHaveText(first)
  await expect(value(page, 'First status')).toHaveText('disconnected')
})

test('a hostile style sheet and a strict content security policy do not keep a visitor from connecting', async ({ page, pages }) => {
  await page.goto(`${pages}/hostile.html`)
  await connect(page)
  await expect(value(page, 'kit address')).toHaveText(first)
})
