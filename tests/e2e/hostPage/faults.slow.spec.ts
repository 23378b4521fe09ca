import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { withOptions } from '../support/options.ts'
import {
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'

// React writes every caught error to the console, and the kit reports it to the page
test.use({
  allowConsole: [/broken on purpose|An error occurred in the <|The above error occurred/],
})

/**
 * Makes adopting a style sheet throw when it contains the text: after `window.breakStyles(text)`,
 * or from the start with `first`. It throws in an effect of the sheet's component.
 */
async function withFaults(page: Page, first?: string): Promise<void> {
  await page.addInitScript((first) => {
    const reported: string[] = []
    let broken: string | undefined = first
    addEventListener('error', ({ message }) => reported.push(message))
    const { replaceSync } = CSSStyleSheet.prototype
    CSSStyleSheet.prototype.replaceSync = function (text) {
      if (broken !== undefined && text.includes(broken)) throw new Error('broken on purpose')
      replaceSync.call(this, text)
    }
    Object.assign(window, { reported, breakStyles: (text?: string) => void (broken = text) })
  }, first)
}
const breakStyles = (page: Page, text?: string) =>
  page.evaluate(
    (what) => (Reflect.get(window, 'breakStyles') as (text?: string) => void)(what),
    text,
  ) // set by the init script
// set by the init script
const reportedOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'reported') as string[])

/** Goes back to the account, and clears the reported faults. */
async function backToAccount(page: Page): Promise<void> {
  await modalOf(page).getByRole('button', { name: 'Back', exact: true }).click()
  await expect(modalOf(page)).toHaveAccessibleName('Account')
  // set by the init script
  await page.evaluate(() => void (Reflect.get(window, 'reported') as string[]).splice(0))
}

/** The site's own part of the page. */
const siteOf = (page: Page) => page.getByRole('main')

test('an error in a screen does not affect the modal or the site', async ({ page, devnet }) => {
  await withFaults(page)
  await visitConnected(page, `${devnet.demo}/?wallet=approve&strict=0`)
  const modal = await openAccount(page)
  await test.step('in an effect: the visitor can go back or retry; the site stays, and gets the error once', async () => {
    await breakStyles(page, '.receive')
    await modal.getByRole('button', { name: 'Receive' }).click()
    await expect(modal).toHaveAccessibleName('A problem on our side')
    await expect(siteOf(page)).toBeAttached()
    await expect
      .poll(
        async () =>
          (await reportedOf(page)).filter((text) => text.includes('broken on purpose')).length,
      )
      .toBe(1)
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])

    await modal.getByRole('button', { name: 'Back', exact: true }).last().click()
    await expect(modal).toHaveAccessibleName('Account')
    await modal.getByRole('button', { name: 'Receive' }).click()
    await expect(modal).toHaveAccessibleName('A problem on our side')
    await breakStyles(page)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toHaveAccessibleName('Receive')
  })
  await test.step('while rendering: the screen is replaced, and the site stays', async () => {
    await backToAccount(page)
    // Receive checks in its render whether the browser can share
    await page.evaluate(
      () =>
        void Object.defineProperty(navigator, 'share', {
          configurable: true,
          get: () => {
            throw new Error('broken on purpose')
          },
        }),
    )
    await modal.getByRole('button', { name: 'Receive' }).click()
    await expect(modal).toHaveAccessibleName('A problem on our side')
    await expect(siteOf(page)).toBeVisible()
    await expect
      .poll(async () => (await reportedOf(page)).some((text) => text.includes('broken on purpose')))
      .toBe(true)
    await page.evaluate(() => void Reflect.deleteProperty(navigator, 'share'))
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toHaveAccessibleName('Receive')
  })
  await test.step('in an event handler: the screen stays, the site gets the error, and the next press works', async () => {
    await backToAccount(page)
    const receive = modal.getByRole('button', { name: 'Receive' })
    await receive.evaluate((button) => {
      const { assign } = Object
      // the kit builds the state after a press with Object.assign
      Object.assign = () => {
        Object.assign = assign
        throw new Error('broken on purpose')
      }
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    })
    await expect
      .poll(() => reportedOf(page))
      .toEqual([expect.stringContaining('broken on purpose')])
    await expect(modal).toHaveAccessibleName('Account')
    await expect(siteOf(page)).toBeVisible()
    await receive.click()
    await expect(modal).toHaveAccessibleName('Receive')
  })
})

test('a visitor can close a first screen that throws an error; a modal that throws an error is closed', async ({
  page,
  devnet,
}) => {
  await withFaults(page)
  // with this option nothing is rendered before the first press, so the styles can be broken first
  const site = `${devnet.demo}/?${withOptions({ preload: 'press' })}`
  await test.step('the visitor can close a first screen that throws an error', async () => {
    await page.goto(site)
    await breakStyles(page, '.connect-methods')
    await connectButtonOf(page).click()
    await expect(modalOf(page)).toHaveAccessibleName('A problem on our side')
    await modalOf(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(modalOf(page)).toBeHidden()
    await expect(siteOf(page)).toBeVisible()
    await breakStyles(page)
    await connectButtonOf(page).click()
    await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  })
  await test.step('a modal that throws is closed; the pressed button offers to retry', async () => {
    await page.goto(site)
    await breakStyles(page, '.dialog')
    await connectButtonOf(page).click()
    const retry = page.getByRole('banner').getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    await expect(siteOf(page)).toBeVisible()
    await breakStyles(page)
    await retry.click()
    await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  })
})

test('a button that throws an error is replaced by a plain button, whose press renders the real button again', async ({
  page,
  devnet,
}) => {
  await withFaults(page, '.page-button')
  await page.goto(devnet.demo)
  await expect(siteOf(page)).toBeVisible()
  // the plain button that replaces the kit's button, outside the kit's shadow roots
  const plain = page.locator('header > button', { hasText: 'Connect wallet' })
  await expect(plain).toBeVisible()
  await breakStyles(page)
  await plain.click()
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  await expect(
    page
      .getByRole('banner')
      .locator('[data-latchkey]')
      .getByRole('button', { name: 'Connect wallet' }),
  ).toBeAttached()
})

/** Features that are missing in an old browser, in a test browser, or because of an extension. */
const without: Record<string, () => void> = {
  'observers, toSorted, matchMedia and a clipboard that may be looked at': () => {
    for (const name of ['ResizeObserver', 'IntersectionObserver', 'matchMedia'])
      Reflect.deleteProperty(window, name)
    Reflect.deleteProperty(Array.prototype, 'toSorted')
    Object.defineProperty(Navigator.prototype, 'clipboard', {
      get: () => {
        throw new Error('broken on purpose')
      },
    })
  },
  'showModal and close of dialogs': () =>
    ['showModal', 'close'].forEach((name) =>
      Reflect.deleteProperty(HTMLDialogElement.prototype, name),
    ),
  replaceSync: () => Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync'),
  adoptedStyleSheets: () =>
    [ShadowRoot, Document].forEach(({ prototype }) =>
      Reflect.deleteProperty(prototype, 'adoptedStyleSheets'),
    ),
}
for (const [what, take] of Object.entries(without))
  test(`without ${what} every screen renders, and Escape closes the modal`, async ({
    page,
    devnet,
    guard,
  }) => {
    await page.addInitScript(take)
    const modal = await openConnect(
      page,
      `${devnet.demo}/?wallet=approve&${withOptions({ modalSize: 'wide' })}`,
    )
    await modal.getByRole('button', { name: /^All wallets/ }).click()
    await expect(modal.getByRole('searchbox')).toBeVisible()
    await modal.getByRole('button', { name: 'Back', exact: true }).click()
    await walletRowOf(modal).click()
    await expect(modal).toBeHidden()
    await openAccount(page)
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByRole('region').or(modal.locator('.virtual-list')).first()).toBeVisible()
    await modal.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(modal.getByRole('textbox', { name: 'Recipient' })).toBeVisible()
    await modal.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(modal).toHaveAccessibleName('Account')
    // the kit's style sheets are applied
    await expect(modal.locator('.card')).toHaveCSS('border-radius', '28px')
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    expect(guard.takeProblems()).toEqual([])
  })
