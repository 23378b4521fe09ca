import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { faintTexts } from '../support/contrast.ts'
import { behave } from '../support/developmentWallet.ts'
import { rest } from '../support/rest.ts'
import {
  accountButtonOf,
  modalOf,
  openAccount,
  openConnect,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'

const background = (page: Page) =>
  modalOf(page)
    .locator('.card')
    .evaluate((card) => getComputedStyle(card).backgroundColor)

const accents = {
  none: '',
  yellow: '#ffd400',
  red: '#c8102e',
  green: '#0a7d3c',
  navy: '#001f5b',
  black: '#000000',
  white: '#ffffff',
  mid: '#777777',
}

test(`the main button is readable on a site’s own accent colour (${Object.keys(accents).join(', ')}), and the site’s own style sheet colours buttons and modal`, async ({
  page,
  pages,
}) => {
  await page.goto(`${pages}/two-kits.html`)
  const host = page.locator('[data-latchkey]').first()
  const button = host.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  const own = await button.evaluate((element) => getComputedStyle(element).backgroundColor)
  for (const [name, accent] of Object.entries(accents)) {
    await page.evaluate(
      (accent) => document.documentElement.style.setProperty('--lk-accent', accent),
      accent,
    )
    await rest(page)
    await expect(button, name).toHaveCSS(
      'background-color',
      accent
        ? `rgb(${[1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16)).join(', ')})`
        : own,
    )
    await expect.poll(() => faintTexts(host.locator('.root')), name).toEqual([])
  }

  // now the site sets the variables in a style sheet instead
  await page.evaluate(() => document.documentElement.style.removeProperty('--lk-accent'))
  await page.addStyleTag({
    content:
      ':root { --lk-accent: rgb(0, 80, 40); --lk-on-accent: rgb(250, 250, 200); --lk-bg: rgb(10, 20, 30); --lk-width: 400px; --lk-radius: 0; }',
  })
  await expect(button).toHaveCSS('background-color', 'rgb(0, 80, 40)')
  await expect(button).toHaveCSS('color', 'rgb(250, 250, 200)')
  await expect(button).toHaveCSS('border-radius', '0px')
  await button.click()
  await expect(modalOf(page).locator('.card')).toHaveCSS('background-color', 'rgb(10, 20, 30)')
  await expect(modalOf(page).locator('.card')).toHaveCSS('width', '400px')
})

test('the option for theme variables sets the colours of buttons and modal, and overrides the page’s style sheet', async ({
  page,
  devnet,
}) => {
  await withoutRelay(page)
  await page.goto(`${devnet.demo}/?wallet=none&theme=light`)
  await page.addStyleTag({ content: ':root { --lk-bg: red; }' })
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(modalOf(page).getByRole('button', { name: 'Get a wallet' })).toHaveCSS(
    'background-color',
    'rgb(165, 72, 26)',
  )
  expect(await background(page)).toBe('rgb(255, 255, 255)')
})

test('the mode “auto” follows the system while the page is open; a chosen mode does not', async ({
  page,
  devnet,
}) => {
  await test.step('auto', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openConnect(page, `${devnet.demo}/?wallet=none&theme=auto`)
    await expect.poll(() => background(page)).toBe('rgb(33, 28, 24)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => background(page)).toBe('rgb(255, 255, 255)')
  })
  await test.step('a chosen mode', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await openConnect(page, `${devnet.demo}/?wallet=none&theme=light`)
    expect(await background(page)).toBe('rgb(255, 255, 255)')
  })
})

test('texts have enough contrast in the site’s colours', async ({ page, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=two&theme=auto`)
  const expectReadable = async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      await test.step(colorScheme, async () => {
        await page.emulateMedia({ colorScheme })
        await expect
          .poll(() => background(page))
          .toBe({ light: 'rgb(255, 255, 255)', dark: 'rgb(33, 28, 24)' }[colorScheme])
        await rest(page)
        await expect.poll(() => faintTexts(modal)).toEqual([])
        await expect.poll(() => faintTexts(page.locator('[data-latchkey]').first())).toEqual([])
      })
  }
  await expect(walletRowOf(modal)).toBeVisible()
  await expectReadable()
  await behave(page, 'refuse')
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Rejected in')
  await expectReadable()
  await behave(page, 'approve')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
  await openAccount(page)
  await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
  await expectReadable()
  await modal.getByRole('button', { name: /^Network:/ }).click()
  await expect(modal).toHaveAccessibleName('Choose a network')
  await expectReadable()
})

test('texts have enough contrast in the kit’s own colours', async ({ page, devnet }) => {
  await page.goto(`${devnet.demo}/?wallet=two&theme=auto`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await expect(modalOf(page)).toBeVisible()
  // removes the site's colours again
  const unpaint = () =>
    page
      .locator('[data-latchkey] .root')
      .evaluateAll((roots) => roots.forEach((root) => root.removeAttribute('style')))
  for (const [colorScheme, color] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(22, 23, 27)'],
  ] as const)
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme })
      await unpaint()
      await expect.poll(() => background(page)).toBe(color)
      await expect.poll(() => faintTexts(modalOf(page))).toEqual([])
    })
})
