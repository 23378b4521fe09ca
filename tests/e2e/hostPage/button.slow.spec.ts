import type { Page } from '@playwright/test'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { faintTexts } from '../support/contrast.ts'
import { modalOf } from '../support/site.ts'

/** An account with a name and a picture. */
const named = addressOf('collector')
const partOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function connectNamed(page: Page, url: string) {
  await page.goto(url)
  // when this button shows, the page has its wallet
  await expect(partOf(page, 'own').getByRole('button', { name: 'Board' })).toBeVisible()
  await page.evaluate((address) => window.latchkeyWallet.selectAccount(address), named)
  await partOf(page, 'own').getByRole('button', { name: 'Board' }).click()
  await modalOf(page)
    .getByRole('button', { name: /^Development wallet/ })
    .click()
  await expect(modalOf(page)).toBeHidden()
}

test('a button shows the account’s name, picture, balance and network as the site’s options and the window’s width allow', async ({
  page,
  pages,
}) => {
  await connectNamed(page, `${pages}/buttons.html`)
  const everything = partOf(page, 'everything')
  const account = everything.getByRole('button', { name: /^Account/ })
  await expect(account).toHaveAccessibleName(/lena\.eth.*\d ETH/)
  await expect(account).toHaveText(/^lena\.eth [\d,.]+ ETH$/)
  await expect(account.locator('img')).toBeVisible()
  expect(
    await account
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await expect(everything.getByRole('button', { name: /^Network/ })).toHaveText('Latchkey Devnet')

  await test.step('the window’s width decides what the button shows', async () => {
    const byWidth = partOf(page, 'by width')
    const [network, mine] = [
      byWidth.getByRole('button', { name: /^Network/ }),
      byWidth.getByRole('button', { name: /^Account/ }),
    ]
    await expect(mine.getByText('lena.eth')).toBeVisible()
    await expect(mine.getByText(/ETH$/)).toBeVisible()
    await expect(network.locator('.page-button-avatar')).toBeHidden()
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(mine.getByText('lena.eth')).toBeHidden()
    await expect(mine.getByText(/ETH$/)).toBeHidden()
    await expect(mine).toHaveAccessibleName(/lena\.eth/)
    await expect(network.locator('.page-button-avatar')).toBeVisible()
    await expect(network.getByText('Latchkey Devnet')).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1024, height: 640 })
  })

  await test.step('compact', async () => {
    const compact = partOf(page, 'compact').getByRole('button', { name: /^Account/ })
    expect((await compact.boundingBox())?.height).toBe(36)
    await expect(compact.locator('.page-button-avatar')).toBeHidden()
    // the touch target is higher than the button
    const { x, y } = (await compact.boundingBox()) ?? { x: 0, y: 0 }
    expect(
      await page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.shadowRoot?.elementFromPoint(x, y)?.className,
        [x + 20, y - 3] as const,
      ),
    ).toBe('page-button')
  })

  await test.step('a button of the site itself has the same data and actions', async () => {
    const own = partOf(page, 'own')
    await expect(own.getByRole('status')).toHaveText(
      /^\{"status":"connected","isReady":true,"name":"lena\.eth","balance":"[\d,.]+ ETH","isSending":false\}$/,
    )
    await own.getByRole('button', { name: 'lena.eth' }).click()
    await expect(modalOf(page)).toHaveAccessibleName('Account')
    await expect(
      own.getByRole('button', { name: 'lena.eth', includeHidden: true }),
    ).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await own.getByRole('button', { name: 'Latchkey Devnet' }).click()
    await expect(modalOf(page)).toHaveAccessibleName(/network/i)
    await page.keyboard.press('Escape')
  })

  await test.step('pictures for the page, in any size', async () => {
    const pictures = partOf(page, 'pictures').locator(':scope > span')
    await expect(pictures).toHaveCount(4)
    for (const picture of await pictures.all())
      expect(await picture.boundingBox()).toMatchObject({ width: 40, height: 40 })
    const expected = [
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
      // The four pictures: of an account with a picture, of an account without a picture, of the
      // current network, of a network that the site does not name.
    ] as const
    for (const [index, [images, drawings]] of expected.entries()) {
      await expect(pictures.nth(index).locator('img')).toHaveCount(images)
      await expect(pictures.nth(index).locator('svg')).toHaveCount(drawings)
    }
    await expect(pictures.nth(3)).toHaveText('E9')
  })

  await test.step('a disabled button opens nothing', async () => {
    const buttons = partOf(page, 'disabled').getByRole('button')
    await expect(buttons).toHaveCount(2)
    for (const button of await buttons.all()) await expect(button).toBeDisabled()
  })

  expect(await axe(page)).toEqual([])
  for (const part of await page.locator('[data-latchkey] .root').all())
    expect(await faintTexts(part)).toEqual([])

  await test.step('after disconnecting, all of it disappears', async () => {
    await page.evaluate(() => window.latchkeyWallet.disconnect())
    await expect(partOf(page, 'own').getByRole('status')).toHaveText(
      '{"status":"disconnected","isReady":true,"name":null,"balance":null,"isSending":null}',
    )
    await expect(everything.getByRole('button')).toHaveText(['Connect wallet'])
  })
})

test('the site’s own avatar is shown in buttons and in the modal, and its own network icon wherever the network is shown', async ({
  page,
  pages,
}) => {
  await page.route('**/own-icon.svg', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    }),
  )
  await connectNamed(page, `${pages}/buttons.html?avatar&icons`)
  const everything = partOf(page, 'everything')
  await expect(everything.getByRole('img', { name: 'Own lena.eth' })).toBeVisible()
  await expect(everything.getByRole('button', { name: /^Network/ }).locator('img')).toHaveAttribute(
    'src',
    '/own-icon.svg',
  )
  await everything.getByRole('button', { name: /^Account/ }).click()
  await expect(modalOf(page).getByRole('img', { name: 'Own lena.eth' })).toBeVisible()
  await expect(modalOf(page).locator('img[src="/own-icon.svg"]').first()).toBeVisible()
})

test('a built-in theme sets the colours of buttons and modal in both modes', async ({
  page,
  pages,
}) => {
  for (const [name, mode, bg] of [
    ['rose', 'light', 'rgb(255, 250, 251)'],
    ['midnight', 'dark', 'rgb(14, 16, 32)'],
  ] as const) {
    await page.goto(`${pages}/buttons.html?theme=${name}&mode=${mode}`)
    await partOf(page, 'everything').getByRole('button').click()
    await expect(modalOf(page).locator('.card')).toHaveCSS('background-color', bg)
    await expect.poll(() => faintTexts(modalOf(page))).toEqual([])
  }
})
