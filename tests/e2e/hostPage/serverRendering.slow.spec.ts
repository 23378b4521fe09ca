import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { faintTexts } from '../support/contrast.ts'
import { modalOf, walletRowOf } from '../support/site.ts'

test.use({ isCold: true })

// the page is built once, so its tests stay on one worker
test.describe.configure({ mode: 'default' })

/** The errors and warnings that the page writes to the console. */
function listen(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text())
  })
  return messages
}

test('the server’s page hydrates without warnings, and works', async ({
  page,
  rendered,
  devnet,
}) => {
  const messages = listen(page)
  await page.goto(rendered)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await walletRowOf(modalOf(page)).click()
  await expect(page.getByRole('button', { name: /^Account/ })).toHaveText('0xf3…b92266')
  await expect(modalOf(page)).toBeHidden()
  expect(await (await page.request.get(rendered)).text()).toContain('>0xf3…b92266</span>')
  await page.addInitScript(() => {
    const texts: string[] = []
    Object.assign(window, { texts })
    const look = () => {
      const [host] = [...document.querySelectorAll('header > [data-latchkey]')].slice(1)
      const text = host?.shadowRoot?.querySelector('button')?.textContent
      if (text && text !== texts.at(-1)) texts.push(text)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account/ })).toHaveText('0xf3…b92266')
  await expect(page.getByRole('button', { name: /^Account/ })).not.toHaveAttribute(
    'aria-busy',
    'true',
  )
  expect(await page.evaluate(() => Reflect.get(window, 'texts'))).toEqual(['0xf3…b92266'])
  expect(messages.filter((text) => !text.includes(devnet.api))).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the server’s page has the buttons in the kit’s own style', async ({ page, rendered }) => {
    for (const [theme, color] of [
      ['dark', 'rgb(109, 139, 255)'],
      ['light', 'rgb(51, 85, 230)'],
    ] as const)
      await test.step(theme, async () => {
        await page.goto(`${rendered}/?theme=${theme}`)
        const button = page.getByRole('button', { name: 'Connect wallet' })
        await expect(button).toBeVisible()
        await expect(button).toHaveCSS('background-color', color)
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        await expect.poll(() => faintTexts(page.locator('header'))).toEqual([])
        await expect(page.getByRole('button', { name: 'Latchkey Devnet' })).toBeVisible()
      })
  })
})

test('nothing moves when the page hydrates', async ({ page, rendered }) => {
  await page.route('**/client.js', () => new Promise<void>(() => {}))
  await page.goto(rendered, { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  const before = await button.boundingBox()
  await page.unroute('**/client.js')
  await page.goto(rendered)
  await expect(button).toHaveAttribute('aria-haspopup', 'dialog') // only the script sets it
  await expect.poll(() => button.boundingBox()).toEqual(before)
})

/** Records the violations of the page's policy. */
async function withViolations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      violations.push(effectiveDirective),
    )
  })
  // set by the init script
  return () => page.evaluate(() => Reflect.get(window, 'violations') as string[])
}

test('under a policy that allows styles by nonce, the styles apply without a violation', async ({
  page,
  rendered,
}) => {
  const violations = await withViolations(page)
  await page.goto(`${rendered}/?nonce=r4nd0m+/==`.replaceAll('+', '%2B'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(walletRowOf(modalOf(page))).toBeVisible()
  await expect(modalOf(page).locator('.card')).toHaveCSS('border-radius', '28px')
  expect(await violations()).toEqual([])
})

test.describe('a browser without adopted style sheets', () => {
  test('gets style elements with the nonce', async ({ page, rendered }) => {
    const violations = await withViolations(page)
    await page.addInitScript(() => Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync'))
    await page.goto(`${rendered}/?nonce=r4nd0m`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(modalOf(page).locator('.card')).toHaveCSS('border-radius', '28px')
    expect(await violations()).toEqual([])
  })
})

test.describe('under that policy, without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the buttons have the kit’s own style', async ({ page, rendered }) => {
    await page.goto(`${rendered}/?nonce=r4nd0m`)
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toHaveCSS(
      'background-color',
      'rgb(109, 139, 255)',
    )
  })
})

test.describe('two providers of one kit', () => {
  test.use({ allowConsole: [/two <KitProvider>s/] })

  test('cause one reported error and show one modal', async ({ page, rendered }) => {
    await page.addInitScript(() => {
      const reported: string[] = []
      Object.assign(window, { reported })
      addEventListener('error', ({ message }) => reported.push(message))
    })
    await page.goto(`${rendered}/?twice`)
    await page.getByRole('button', { name: 'The other one' }).click()
    await expect(walletRowOf(modalOf(page))).toBeVisible()
    await expect(modalOf(page)).toHaveCount(1)
    expect(await page.evaluate(() => Reflect.get(window, 'reported') as string[])).toEqual([
      expect.stringContaining(
        'Option "kit" has two <KitProvider>s. Put one round the whole page, or make a kit for each.',
      ),
    ])
    await walletRowOf(modalOf(page)).click()
    await expect(page.getByRole('button', { name: /^Account/ })).toHaveCount(2)
  })
})
