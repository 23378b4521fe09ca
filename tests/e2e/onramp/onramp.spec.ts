/**
 * Buying: each test card of the sandbox, with the tokens on the chain; windows that are blocked,
 * closed or left.
 */
import type { Page } from '@playwright/test'
import { erc20Abi, formatUnits } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import {
  boughtIn,
  buyFromAccount,
  cards,
  chooseBought,
  continueOf,
  moneyOf,
  openBuy,
  pay,
  toCheckout,
} from '../support/buy.ts'
import { chainOf } from '../support/holdings.ts'
import { accountButtonOf, openAccount, openConnect, visitConnected } from '../support/site.ts'
import { tabTo } from '../support/tabTo.ts'

const networkId = 'eip155:31337'
const self = addressOf('everyday user')
const usdc = readDeployment(31337).tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
const coins = (devnet: Addresses, address: `0x${string}` = self) =>
  readContract(chainOf(devnet, networkId), {
    address: usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
/** Cuts an amount like the screens: four digits after the point. */
const cut = (amount: string) => Number(amount.replace(/(\.\d{4})\d+$/, '$1'))
const shot = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
}

test.setTimeout(150_000)
test('each sandbox card has its result: tokens arrive, the card is refused, a second step is needed, or tokens arrive late', async ({
  page,
  devnet,
}) => {
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  await test.step('with an accepted card the shown amount arrives on the chain', async () => {
    await chooseBought(modal, 'USDC')
    const before = await coins(devnet)
    const checkout = await toCheckout(page, modal)
    await expect(modal).toContainText('Finish it in its window')
    await shot(page, 'window')
    await pay(checkout)
    const amount = await boughtIn(modal)
    await shot(page, 'arrived')
    const gained = formatUnits((await coins(devnet)) - before, 6)
    expect(Number(gained)).toBeGreaterThan(90)
    expect(cut(gained)).toBe(Number(amount))
    await checkout.close()
    await modal.getByRole('button', { name: 'Done' }).click()
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('the activity lists the purchase once as bought', async () => {
    await modal.getByRole('tab', { name: 'Activity' }).click()
    const row = modal.getByRole('button', { name: /Bought.*USDC/ })
    await expect(row).toHaveCount(1)
    await shot(page, 'activity')
    await modal.getByRole('tab', { name: 'Tokens' }).click()
  })
  await test.step('with a declined card no tokens arrive, and the screen leads back to the prices', async () => {
    await buyFromAccount(modal)
    const before = await getBalance(chainOf(devnet, networkId), { address: self })
    const checkout = await toCheckout(page, modal)
    await pay(checkout, 'declined')
    await expect(modal).toContainText('The payment was declined')
    await checkout.close()
    expect(await getBalance(chainOf(devnet, networkId), { address: self })).toBe(before)
    await modal.getByRole('button', { name: 'See new prices' }).click()
    await expect(modal).toHaveAccessibleName('Buy')
  })
  await test.step('a card with a second step is confirmed, and the tokens arrive', async () => {
    const checkout = await toCheckout(page, modal, '50')
    await pay(checkout, 'asks')
    await boughtIn(modal)
    await checkout.close()
    await modal.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('with a slow bank the steps are shown, and the tokens arrive although the window is closed', async () => {
    await buyFromAccount(modal)
    const checkout = await toCheckout(page, modal, '60')
    await pay(checkout, 'slow')
    await expect(checkout.getByText('The bank is checking')).toBeVisible()
    await checkout.close()
    await boughtIn(modal)
  })
  await test.step('all purchases are in the list', async () => {
    await modal.getByRole('button', { name: 'Done' }).click()
    await buyFromAccount(modal)
    await modal.getByRole('button', { name: 'Your purchases' }).click()
    await expect(modal.getByRole('listitem')).toHaveCount(4)
    await expect(modal.getByRole('listitem').nth(2)).toContainText('Failed')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
})

test('a purchase continues when its window is blocked or closed, or when the page reloads', async ({
  page,
  devnet,
}) => {
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  await test.step('if the window is blocked, a link opens the page', async () => {
    await page.evaluate(() => void (window.open = () => null))
    await moneyOf(modal).fill('40')
    await continueOf(modal).click()
    await expect(modal).toContainText('The window did not open')
    await shot(page, 'blocked')
    const [checkout] = await Promise.all([
      page.context().waitForEvent('page'),
      modal.getByRole('link', { name: 'Open Sandbox' }).click(),
    ])
    await pay(checkout)
    await boughtIn(modal)
    expect(await checkout.evaluate(() => opener)).toBeNull()
    await checkout.close()
  })
  await test.step('if the window is closed before payment, it opens again with the same order', async () => {
    await page.reload()
    await openAccount(page)
    await buyFromAccount(modal)
    const checkout = await toCheckout(page, modal, '41')
    const address = checkout.url()
    expect(await checkout.evaluate(() => opener)).toBeNull()
    await checkout.close()
    await expect(modal).toContainText('The window was closed')
    await shot(page, 'closed')
    const [again] = await Promise.all([
      page.waitForEvent('popup'),
      modal.getByRole('button', { name: 'Open again' }).click(),
    ])
    await expect(again).toHaveURL(address)
    await test.step('the page is reloaded in between, and the order is paid meanwhile', async () => {
      await page.reload()
      await pay(again)
      await again.close()
      await openAccount(page)
      await modal.getByRole('tab', { name: 'Activity' }).click()
      await expect(modal.getByRole('button', { name: /Bought/ }).first()).toBeVisible()
      await expect
        .poll(
          () =>
            page.evaluate(
              () => JSON.parse(localStorage.getItem('@latchkey/onramp-orders') ?? '[]')[0]?.state,
            ),
          { timeout: 45_000 },
        )
        .toBe('done')
    })
  })
  await test.step('an unpaid order is offered first, and can be removed', async () => {
    await modal.getByRole('tab', { name: 'Tokens' }).click()
    await buyFromAccount(modal)
    await (await toCheckout(page, modal, '42')).close()
    await page.reload()
    await openAccount(page)
    await buyFromAccount(modal)
    await modal.getByRole('button', { name: 'A purchase is under way' }).click()
    await expect(modal).toContainText('Pay at Sandbox')
    await modal.getByRole('button', { name: 'Forget this purchase' }).click()
    await expect(modal).toHaveAccessibleName('Buy')
    await expect(modal.getByRole('button', { name: 'A purchase is under way' })).toHaveCount(0)
  })
  await test.step('disconnecting removes all of them', async () => {
    expect(
      await page.evaluate(() => localStorage.getItem('@latchkey/onramp-orders')),
    ).not.toBeNull()
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('@latchkey/onramp-orders')))
      .toBeNull()
  })
})

test('a visitor buys by keyboard alone at a phone’s size, and in Arabic', async ({
  page,
  devnet,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const focusOn = async (name: string | RegExp, role: 'button' | 'radio' = 'button') => {
    const target = modal.getByRole(role, { name }).last()
    await expect(target).toBeVisible()
    for (
      let tabs = 0;
      tabs < 14 && !(await target.evaluate((element) => element.matches(':focus')));
      tabs += 1
    )
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await focusOn('Buy')
  await page.keyboard.press('Enter')
  await expect(moneyOf(modal)).toBeFocused()
  await page.keyboard.type('30')
  await focusOn(/^Currency/)
  await page.keyboard.press('Enter')
  await focusOn(/Euro/)
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Amount in EUR' })).toHaveValue('30')
  await focusOn('Card', 'radio')
  await page.keyboard.press('ArrowRight')
  await expect(modal.getByRole('radio', { name: 'Bank transfer' })).toBeFocused()
  await expect(modal.getByRole('radio', { name: 'Bank transfer' })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await focusOn('Continue with Sandbox')
  await shot(page, 'phone')
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  const [checkout] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await checkout.waitForURL('**/pay/*') // a reload before this would abort the first load
  await test.step('the sandbox’s page, in both themes and three languages, has no faults', async () => {
    await checkout.setViewportSize({ width: 390, height: 844 })
    for (const locale of ['ar', 'de', 'en']) {
      await checkout.unrouteAll()
      await checkout.route('**/pay/*', (route) =>
        route.continue({ headers: { ...route.request().headers(), 'accept-language': locale } }),
      )
      await checkout.reload()
      await expect(checkout.locator('html')).toHaveAttribute('lang', locale)
      for (const colorScheme of ['dark', 'light'] as const) {
        await checkout.emulateMedia({ colorScheme })
        expect(await axe(checkout), `${locale} ${colorScheme}`).toEqual([])
        expect(
          await checkout.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          locale,
        ).toBeLessThanOrEqual(0)
        await expect(
          checkout.locator('summary'),
          'the way to the numbers of the test cards',
        ).toBeInViewport({ ratio: 1 })
        await shot(checkout, `checkout-${locale}-${colorScheme}`)
      }
    }
  })
  await test.step('the visitor pays by keyboard alone: errors are shown at their field, then the second step is shown', async () => {
    const enter = async (label: string, text: string) => {
      await tabTo(checkout, checkout.getByLabel(label))
      await checkout.keyboard.type(text)
    }
    await enter('Card number', '1')
    await checkout.keyboard.press('Enter')
    await expect(checkout.getByRole('alert')).toContainText('Check what you entered')
    await expect(checkout.getByLabel('Card number')).toBeFocused()
    expect(await axe(checkout)).toEqual([])
    await shot(checkout, 'checkout-faults')
    await checkout.keyboard.type(cards.asks)
    for (const [label, text] of [
      ['Expiry date', '12/34'],
      ['Security code', '123'],
      ['Name', 'Ann Lee'],
    ] as const)
      await enter(label, text)
    await tabTo(checkout, checkout.getByRole('button', { name: /^Pay / }))
    await checkout.keyboard.press('Enter')
    await expect(checkout.getByLabel('Code')).toBeFocused()
    expect(await axe(checkout)).toEqual([])
    await shot(checkout, 'checkout-step')
    await checkout.keyboard.type('123456')
    await checkout.keyboard.press('Enter')
    await expect(checkout.getByText('Payment received')).toBeVisible()
    expect(await axe(checkout)).toEqual([])
    await shot(checkout, 'checkout-paid')
  })
  await boughtIn(modal)
  await checkout.close()
  await page.keyboard.press('Enter') // the button “Done” has the focus
  await expect(modal).toHaveAccessibleName('Account')
  await test.step('in Arabic', async () => {
    await page.goto(`${devnet.demo}/?wallet=approve&locale=ar`)
    await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().click()
    await modal.getByRole('button', { name: 'شراء', exact: true }).click()
    await modal.getByRole('textbox').fill('30')
    await expect(modal.getByRole('button', { name: /Sandbox/ }).last()).toBeVisible()
    await shot(page, 'arabic')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
})

test('in an app without windows the tab opens the provider’s page, returns, and shows the order', async ({
  page,
  devnet,
}) => {
  await page.addInitScript(
    () => void Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } }),
  )
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  await moneyOf(modal).fill('35')
  await continueOf(modal).click()
  await expect(page).toHaveURL(/\/pay\//)
  await pay(page)
  await page.waitForURL((url) => url.href.startsWith(devnet.demo))
  await expect(modal).toHaveAccessibleName(/^Buy /, { timeout: 30_000 })
  await boughtIn(modal)
  await page.reload() // the result of the purchase is shown only once
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
})

test.describe('where the companies do not answer', () => {
  test.use({ timezoneId: 'Asia/Shanghai' })
  test('no purchase is offered', async ({ page, devnet }) => {
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page)
    await expect(modal.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Buy', exact: true })).toHaveCount(0)
  })
})

test('a visitor with an e-mail wallet buys tokens', async ({ page, mailed, devnet }) => {
  const email = 'buyer@example.org'
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(await mailed.codeTo(email))
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
  await openAccount(page)
  await buyFromAccount(modal)
  await chooseBought(modal, 'USDC')
  const checkout = await toCheckout(page, modal, '25')
  await pay(checkout)
  const amount = await boughtIn(modal)
  await checkout.close()
  const address = /0x[0-9a-fA-F]{40}/.exec(
    await page.evaluate(() => localStorage.getItem('@latchkey/last-account') ?? ''),
  )?.[0] as `0x${string}`
  expect(cut(formatUnits(await coins(devnet, address), 6))).toBe(Number(amount))
  await modal.getByRole('button', { name: 'Done' }).click()
  await expect(
    modal
      .getByRole('button', { name: /USD Coin/ })
      .or(modal.getByText('USD Coin'))
      .first(),
  ).toBeVisible()
})
