import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'

/** The wallet's own window. */
const windowOf = (page: Page) => page.locator('latchkey-development-wallet').getByRole('dialog')
const answer = (page: Page, name: 'Approve' | 'Refuse' | 'Unlock' | 'Later') =>
  windowOf(page).getByRole('button', { name }).click()

async function startConnecting(page: Page, demo: string) {
  await page.goto(demo)
  // when this button shows, the wallet has announced itself
  await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Development wallet/ })
    .click()
}

async function connect(page: Page, demo: string) {
  await startConnecting(page, demo)
  await answer(page, 'Approve')
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
}

test('the wallet’s window opens above the kit’s modal; Escape refuses; an approval connects the chosen accounts', async ({
  page,
  devnet,
}) => {
  await startConnecting(page, devnet.demo)
  await test.step('Escape in the window refuses', async () => {
    await expect(windowOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(windowOf(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeHidden()
  })
  await test.step('an approval connects the chosen accounts', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await expect(windowOf(page)).toHaveAccessibleName('Connect to this site?')
    await expect(windowOf(page).getByRole('button', { name: 'Approve' })).toBeFocused()
    await windowOf(page)
      .getByRole('checkbox', { name: /Everyday/ })
      .uncheck()
    await windowOf(page)
      .getByRole('checkbox', { name: /Trader/ })
      .check()
    await answer(page, 'Approve')
    await expect(page.getByText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBeVisible()
    await expect(page.locator('latchkey-development-wallet')).toHaveCount(0)
  })
})

test('the visitor answers requests in the wallet’s window, also later, and stays connected after a reload', async ({
  page,
  devnet,
}) => {
  await connect(page, devnet.demo)
  await test.step('a refusal in the window is shown as a refusal', async () => {
    await page.getByRole('button', { name: /^Send/ }).click()
    await answer(page, 'Refuse')
    await expect(page.getByText('You said no in the wallet. Nothing was sent.')).toBeVisible()
  })
  await test.step('a tip is sent, mined and shown at the till', async () => {
    await page.getByRole('button', { name: 'Watch live' }).click()
    await page.getByRole('combobox', { name: 'In' }).selectOption({ label: 'USDC' })
    await page.getByRole('button', { name: 'Send 3 USDC' }).click()
    await expect(windowOf(page)).toHaveAccessibleName('Call a contract?')
    await answer(page, 'Approve')
    await expect(page.getByText(/It is in block \d+/)).toBeVisible()
    await expect(page.getByRole('log', { name: 'Transfers' })).toContainText('3 USDC')
  })
  await test.step('a postponed request is opened again from the drawer', async () => {
    await page.getByRole('button', { name: 'Sign it' }).click()
    await answer(page, 'Later')
    await page.getByRole('button', { name: /1 waiting/ }).click()
    await page.getByRole('button', { name: 'Show what was put off' }).click()
    await expect(windowOf(page).getByRole('region', { name: 'What is signed' })).toHaveText(
      'The rye is worth the walk.',
    )
    await answer(page, 'Approve')
    await expect(page.getByText('We checked: it is yours')).toBeVisible()
  })
  await test.step('the visitor stays connected after a reload', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
  })
})

test('a locked wallet opens its window first for unlocking and then for the request', async ({
  page,
  devnet,
}) => {
  await page.goto(devnet.demo)
  await page.getByRole('button', { name: 'Development wallet' }).click()
  await page.getByRole('radio', { name: /^Locked/ }).check()
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Development wallet/ })
    .click()
  await answer(page, 'Unlock')
  await expect(windowOf(page)).toHaveAccessibleName('Connect to this site?')
  await answer(page, 'Approve')
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
})

test('with `wallet=approve` in the URL the wallet answers without a window', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Development wallet/ })
    .click()
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
})

test('the page reports when the addresses of the chains are unknown', async ({ page, devnet }) => {
  await page.route('**/devnet.json', (route) => route.fulfill({ json: {} }))
  await page.goto(devnet.demo)
  await expect(page.getByRole('alert')).toContainText('The oven is cold')
  await page.unroute('**/devnet.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
})

test('the demo’s page, drawer and wallet window have no accessibility faults', async ({
  page,
  devnet,
}) => {
  // wide enough for the page beside the wallet's drawer
  await page.setViewportSize({ width: 1280, height: 800 })
  await connect(page, devnet.demo)
  for (const theme of ['light', 'dark'])
    await test.step(theme, async () => {
      await page.goto(`${devnet.demo}/?theme=${theme}`)
      await page.getByRole('button', { name: 'Development wallet' }).click()
      await expect(page.getByRole('button', { name: 'Sign it' })).toBeEnabled()
      expect(await axe(page)).toEqual([])
      await page.getByRole('button', { name: 'Sign it' }).click()
      await expect(windowOf(page)).toBeVisible()
      await windowOf(page).evaluate((element) =>
        Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
      )
      expect(await axe(page)).toEqual([])
    })
})
