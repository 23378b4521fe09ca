import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures/test.ts'
import { serveRendered } from './support/rendered/serveRendered.ts'
import { faintTexts } from './support/contrast.ts'
import { modalOf, walletRowOf } from './support/site.ts'

const test = base.extend<object, { rendered: string }>({
  /** A page that a server renders. */
  rendered: [
    async ({ devnet }, provide) => {
      const site = await serveRendered({ api: devnet.api, node: devnet.chains['eip155:31337'] ?? '' })
      await provide(site.url)
      await site.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Everything that the page says on its console, warnings included. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  return said
}

test('the server’s page takes over without a word, and works', async ({ page, rendered, devnet }) => {
  const said = listen(page)
  await page.goto(rendered)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await walletRowOf(modalOf(page)).click()
  await expect(page.getByRole('button', { name: /^Account/ })).toHaveText('0xf3…b92266')
  await expect(modalOf(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account/ })).toHaveText('0xf3…b92266')
  expect(said.filter((text) => !text.includes(devnet.api))).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const theme of ['dark', 'light'])
    test(`the buttons are there, in the kit’s own look (${theme})`, async ({ page, rendered }) => {
      await page.goto(`${rendered}/?theme=${theme}`)
      const button = page.getByRole('button', { name: 'Connect wallet' })
      await expect(button).toBeVisible()
      await expect(button).toHaveCSS('background-color', theme === 'dark' ? 'rgb(109, 139, 255)' : 'rgb(51, 85, 230)')
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await faintTexts(page.locator('header'))).toEqual([])
      await expect(page.getByRole('button', { name: 'Latchkey Devnet' })).toBeVisible()
    })
})

test('nothing jumps when the script takes over', async ({ page, rendered }) => {
  await page.route('**/client.js', () => new Promise<void>(() => {}))
  await page.goto(rendered, { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  const before = await button.boundingBox()
  await page.unroute('**/client.js')
  await page.goto(rendered)
  await expect(button).toHaveAttribute('aria-haspopup', 'dialog') // which only the script says
  await expect.poll(() => button.boundingBox()).toEqual(before)
})
