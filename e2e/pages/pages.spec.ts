import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Connects the page's development wallet through the kit's modal. */
async function connect(page: Page) {
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Development wallet/ }).click()
}

const value = (page: Page, name: string) => page.getByTestId(name)

test('a site with wagmi of its own sees the connection that the kit made, and the other way round', async ({ page, pages }) => {
  await page.goto(`${pages}/wagmi.html`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Development wallet/ }).click()
  await expect(value(page, 'kit address')).toHaveText(first)
  await expect(value(page, 'wagmi address')).toHaveText(first)
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Switch by wagmi' }).click()
  await expect(value(page, 'wagmi network')).toHaveText('eip155:31338')
  await expect(value(page, 'kit network')).toHaveText('eip155:31338')

  // what guards a route by the status lets the visitor stay
  await page.addInitScript(() => {
    const seen: string[] = Reflect.get(window, 'seen') ?? []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const status = document.querySelector('[data-testid="kit status"]')?.textContent
      if (status && seen.at(-1) !== status) seen.push(status)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.reload()
  await expect(value(page, 'kit address')).toHaveText(first)
  expect(await page.evaluate(() => Reflect.get(window, 'seen') as string[])).not.toContain('disconnected')

  await page.getByRole('button', { name: 'Disconnect by wagmi' }).click()
  await expect(value(page, 'kit status')).toHaveText('disconnected')

  await page.getByRole('button', { name: 'Connect Development wallet by wagmi' }).click()
  await expect(value(page, 'kit address')).toHaveText(first)
})

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
