/** Buying: each test card of the sandbox, with the tokens on the chain; windows that are held back, closed or left; outages and lies of the API. */
import type { Page, Route } from '@playwright/test'
import { erc20Abi, formatUnits } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { addressOf } from '../devnet/src/accounts.ts'
import { readDeployment } from '../devnet/src/readDeployment.ts'
import type { Addresses } from '../devnet/src/startLatchkey.ts'
import { axe, expect, test } from './fixtures/test.ts'
import { boughtIn, buyFromAccount, chooseBought, continueOf, moneyOf, openBuy, pay, toCheckout } from './support/buy.ts'
import { chainOf } from './support/holdings.ts'
import { accountButtonOf, modalOf, openAccount, openConnect, visitConnected } from './support/site.ts'

const networkId = 'eip155:31337'
const self = addressOf('everyday user')
const usdc = readDeployment(31337).tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
const coins = (devnet: Addresses, address: `0x${string}` = self) => readContract(chainOf(devnet, networkId), { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
const shot = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` })
}

test.setTimeout(150_000)
// a browser writes every answer that is no success to the console
test.use({ allowConsole: [/status of [45]\d\d|ERR_FAILED|ERR_INTERNET/] })

/** Answers of the API in the place of its own, by a part of the path; of a function that gets the real answer. */
type Answers = { readonly [part: string]: (real: Record<string, unknown>) => unknown }

/** Has the API answer as a stand-in says from now on. */
async function lie(page: Page, { api }: Addresses, answers: Answers): Promise<void> {
  for (const [part, change] of Object.entries(answers))
    await page.route(`${api}/v1/onramp/${part}*`, async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })
}

/** Has a part of the API fail until the returned function is called. */
async function fail(page: Page, { api }: Addresses, part: string): Promise<() => Promise<void>> {
  const pattern = `${api}/v1/onramp/${part}*`
  await page.route(pattern, (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, json: { status: 'FAILED', reasons: [] } }))
  return () => page.unroute(pattern)
}

test('each card of the sandbox: tokens arrive, are refused, after a second step, and late', async ({ page, devnet }) => {
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  await test.step('a card that is accepted: what the screen names is on the chain', async () => {
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
    expect(gained.startsWith(amount.replace(/0+$/, ''))).toBe(true)
    await checkout.close()
    await modal.getByRole('button', { name: 'Done' }).click()
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('the activity has it as bought, once', async () => {
    await modal.getByRole('tab', { name: 'Activity' }).click()
    const row = modal.getByRole('button', { name: /Bought.*USDC/ })
    await expect(row).toHaveCount(1)
    await shot(page, 'activity')
    await modal.getByRole('tab', { name: 'Tokens' }).click()
  })
  await test.step('a card that is declined: nothing comes, and prices are the way on', async () => {
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
  await test.step('a second step', async () => {
    const checkout = await toCheckout(page, modal, '50')
    await pay(checkout, 'asks')
    await boughtIn(modal)
    await checkout.close()
    await modal.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('a slow bank: the steps are shown, and it arrives though the window is closed', async () => {
    await buyFromAccount(modal)
    const checkout = await toCheckout(page, modal, '60')
    await pay(checkout, 'slow')
    await expect(checkout.getByText('The bank is checking')).toBeVisible()
    await checkout.close()
    await boughtIn(modal)
  })
  await test.step('all of them are in the list of purchases', async () => {
    await modal.getByRole('button', { name: 'Done' }).click()
    await buyFromAccount(modal)
    await modal.getByRole('button', { name: 'Your purchases' }).click()
    await expect(modal.getByRole('listitem')).toHaveCount(4)
    await expect(modal.getByRole('listitem').nth(2)).toContainText('Failed')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
})

test('a window that is held back, closed, or lost with a reload: the purchase goes on', async ({ page, devnet }) => {
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  await test.step('held back: a link opens the page', async () => {
    await page.evaluate(() => void (window.open = () => null))
    await moneyOf(modal).fill('40')
    await continueOf(modal).click()
    await expect(modal).toContainText('The window did not open')
    await shot(page, 'blocked')
    const [checkout] = await Promise.all([page.context().waitForEvent('page'), modal.getByRole('link', { name: 'Open Sandbox' }).click()])
    await pay(checkout)
    await boughtIn(modal)
    expect(await checkout.evaluate(() => opener)).toBeNull()
    await checkout.close()
  })
  await test.step('closed before it was paid: opened again, it is the same order', async () => {
    await page.reload()
    await openAccount(page)
    await buyFromAccount(modal)
    const checkout = await toCheckout(page, modal, '41')
    const address = checkout.url()
    expect(await checkout.evaluate(() => opener)).toBeNull()
    await checkout.close()
    await expect(modal).toContainText('The window was closed')
    await shot(page, 'closed')
    const [again] = await Promise.all([page.waitForEvent('popup'), modal.getByRole('button', { name: 'Open again' }).click()])
    await expect(again).toHaveURL(address)
    await test.step('the page is reloaded in the middle, and the order is paid meanwhile', async () => {
      await page.reload()
      await pay(again)
      await again.close()
      await openAccount(page)
      await modal.getByRole('tab', { name: 'Activity' }).click()
      await expect(modal.getByRole('button', { name: /Bought/ }).first()).toBeVisible()
      await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('@latchkey/onramp-orders') ?? '[]')[0]?.state), { timeout: 45_000 }).toBe('done')
    })
  })
  await test.step('an unpaid one is offered first, and can be forgotten', async () => {
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
  await test.step('disconnecting forgets them all', async () => {
    expect(await page.evaluate(() => localStorage.getItem('@latchkey/onramp-orders'))).not.toBeNull()
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('@latchkey/onramp-orders'))).toBeNull()
  })
})

test('limits are checked before anything is asked, outages are told as such, and an estimate can not be bought', async ({ page, devnet }) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/multi/quotes') && request.method() === 'POST' && asked.push(request.postData() ?? '')))
  await test.step('what can be bought does not come: it says so, and a retry helps', async () => {
    const mend = await fail(page, devnet, 'options')
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    await openAccount(page)
    await modalOf(page).getByRole('button', { name: 'Buy', exact: true }).click()
    await expect(modalOf(page)).toContainText('Buying is unavailable')
    await mend()
    await modalOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(moneyOf(modalOf(page))).toBeVisible()
  })
  const modal = modalOf(page)
  await test.step('too little, too much, no amount', async () => {
    for (const [amount, label] of [['9.99', 'At least $10'], ['7500.01', 'At most $7,500'], ['ten', 'Enter an amount'], ['1,000', 'Enter an amount'], ['0', 'Enter an amount']] as const) {
      await moneyOf(modal).fill(amount)
      await expect(modal.getByRole('button', { name: label }).last()).toHaveAttribute('aria-disabled', 'true')
    }
    await modal.getByRole('radio', { name: 'Bank transfer' }).click()
    await moneyOf(modal).fill('7500.01')
    await expect(continueOf(modal)).toBeVisible()
    expect(asked).toHaveLength(1)
    await modal.getByRole('radio', { name: 'Card' }).click()
  })
  await test.step('no prices: an estimate that nothing can be bought by', async () => {
    const mend = await fail(page, devnet, 'multi/quotes')
    const mendQuote = await fail(page, devnet, 'quote')
    await moneyOf(modal).fill('77')
    await expect(modal).toContainText('Prices are out of reach')
    await expect(modal).toContainText('≈ $77.00 in')
    await expect(modal.getByRole('button', { name: /^Continue/ })).toHaveCount(0)
    await moneyOf(modal).press('Enter') // asks again, and opens nothing
    await expect(modal).toContainText('Prices are out of reach')
    await expect(modal).toHaveAccessibleName('Buy')
    expect(page.context().pages()).toHaveLength(1)
    await Promise.all([mend(), mendQuote()])
    await modal.getByRole('button', { name: 'Try again' }).last().click()
    await expect(continueOf(modal)).toBeVisible()
  })
  await test.step('the order does not begin: its window is closed again, and a retry begins it', async () => {
    const mend = await fail(page, devnet, 'widget')
    const [empty] = await Promise.all([page.waitForEvent('popup'), continueOf(modal).click()])
    await expect(modal).toContainText('Sandbox is out of reach', { timeout: 30_000 })
    if (!empty.isClosed()) await empty.waitForEvent('close')
    await mend()
    const [checkout] = await Promise.all([page.waitForEvent('popup'), modal.getByRole('button', { name: 'Try again' }).click()])
    await test.step('its state does not come: it says so, and goes on by itself', async () => {
      const mendOrders = await fail(page, devnet, 'orders/')
      await expect(modal).toContainText('We cannot see how it goes right now')
      await pay(checkout)
      await mendOrders()
      await boughtIn(modal)
      await checkout.close()
    })
  })
})

test('lies of the API are refused before anything is shown or paid', async ({ page, devnet }) => {
  const other = addressOf('whale')
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  const refused = async () => {
    await expect(continueOf(modal)).toBeVisible()
    await continueOf(modal).click()
    await expect(modal).toContainText('Stopped for your safety')
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('@latchkey/onramp-orders'))).toBeNull()
    await modal.getByRole('button', { name: 'See new prices' }).click()
  }
  await moneyOf(modal).fill('100')
  for (const widgetUrl of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'http://insecure.example/pay', `https://pay.example/?wallet=${other}`, 'https://user:pass@pay.example/', ' https://pay.example'])
    await test.step(`the provider’s page is ${widgetUrl}`, async () => {
      await lie(page, devnet, { widget: (real) => ({ ...real, widgetUrl }) })
      await refused()
      await page.unrouteAll()
    })
  await test.step('offers of absurd or other amounts are left out', async () => {
    const changes: readonly object[] = [{ destinationAmount: 1e300 }, { destinationAmount: -1 }, { destinationAmount: 0 }, { totalFee: 1e9 }, { totalFee: -5 }, { sourceAmount: 7 }, { sourceCurrencyCode: 'EUR' }, { destinationCurrencyCode: 'OTHER' }]
    await lie(page, devnet, { 'multi/quotes': (real) => (real as unknown as object[]).flatMap((row) => changes.map((change) => ({ ...row, ...change }))) })
    await moneyOf(modal).fill('101')
    await expect(modal).toContainText('Nobody offers this now')
    await page.unrouteAll()
  })
  await test.step('news about another account, payment or amount are not shown', async () => {
    await moneyOf(modal).fill('102')
    const checkout = await toCheckout(page, modal, '102')
    for (const change of [{ walletAddress: other }, { payment: { amount: '1', currency: 'USD' } }, { purchase: { amount: '9'.repeat(36), currency: 'ETH' } }, { hash: 'javascript:alert(1)' }, { chainId: 'eip155:1' }, { orderId: 'another' }]) {
      await lie(page, devnet, { 'orders/': (real) => ({ ...real, state: 'done', ...change }) })
      await expect(modal).toContainText('answered about another purchase')
      await expect(modal).toContainText('Pay at Sandbox')
      await page.unrouteAll()
      await expect(modal).not.toContainText('answered about another purchase')
    }
    await checkout.close()
  })
})

test('by keyboard alone on a phone, and from right to left', async ({ page, devnet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const focusOn = async (name: string | RegExp, role: 'button' | 'radio' = 'button') => {
    const target = modal.getByRole(role, { name }).last()
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 14 && !(await target.evaluate((element) => element.matches(':focus'))); tabs += 1) await page.keyboard.press('Tab')
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
  await pay(checkout)
  await boughtIn(modal)
  await checkout.close()
  await page.keyboard.press('Enter') // Done has the focus
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

test.describe('in an app that shows pages itself', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0' })
  test('the tab itself goes to the provider, comes back, and shows the order', async ({ page, devnet }) => {
    // the wallet of this page would make the app a wallet's own
    await page.addInitScript(() => void Object.defineProperty(window, 'ethereum', { get: () => undefined, set: () => {}, configurable: false }))
    const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
    await moneyOf(modal).fill('35')
    await continueOf(modal).click()
    await expect(page).toHaveURL(/\/pay\//)
    await pay(page)
    await page.waitForURL((url) => url.href.startsWith(devnet.demo))
    await expect(modal).toHaveAccessibleName(/^Buy /, { timeout: 30_000 })
    await boughtIn(modal)
  })
})

test.describe('where the companies do not answer', () => {
  test.use({ timezoneId: 'Asia/Shanghai' })
  test('nothing is offered', async ({ page, devnet }) => {
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page)
    await expect(modal.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Buy', exact: true })).toHaveCount(0)
  })
})

test('an account of the e-mail wallet buys', async ({ page, mailed, devnet }) => {
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
  const address = /0x[0-9a-fA-F]{40}/.exec(await page.evaluate(() => localStorage.getItem('@latchkey/last-account') ?? ''))?.[0] as `0x${string}`
  expect(formatUnits(await coins(devnet, address), 6).startsWith(amount.replace(/0+$/, ''))).toBe(true)
  await modal.getByRole('button', { name: 'Done' }).click()
  await expect(modal.getByRole('button', { name: /USD Coin/ }).or(modal.getByText('USD Coin')).first()).toBeVisible()
})
