/** Buying while the API is down, or gives false answers. */
import type { Page, Route } from '@playwright/test'
import { onrampMaxText } from '@latchkey/protocol/onrampMax'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { boughtIn, continueOf, moneyOf, openBuy, pay } from '../support/buy.ts'
import { modalOf, openAccount, visitConnected } from '../support/site.ts'

test.setTimeout(150_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/status of [45]\d\d/] })

/** Answers that replace the API's, by a part of the path. Each function gets the real answer. */
type Answers = { readonly [part: string]: (real: Record<string, unknown>) => unknown }

/** Makes the API answer with these functions from now on. */
async function answerWith(page: Page, { api }: Addresses, answers: Answers): Promise<void> {
  for (const [part, change] of Object.entries(answers))
    await page.route(`${api}/v1/onramp/${part}*`, async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })
}

/** Makes a part of the API fail until the returned function is called. */
async function fail(page: Page, { api }: Addresses, part: string): Promise<() => Promise<void>> {
  const pattern = `${api}/v1/onramp/${part}*`
  await page.route(pattern, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': '*' },
      json: { status: 'FAILED', reasons: [] },
    }),
  )
  return () => page.unroute(pattern)
}

test('limits are checked before a request, outages are shown as outages, and an estimate cannot be bought', async ({
  page,
  devnet,
}) => {
  const requests: string[] = []
  page.on(
    'request',
    (request) =>
      void (
        request.url().includes('/multi/quotes') &&
        request.method() === 'POST' &&
        requests.push(request.postData() ?? '')
      ),
  )
  await test.step('if the list of assets fails to load, the screen says so, and a retry loads it', async () => {
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
  await test.step('an amount that is too small, too large or missing is reported', async () => {
    for (const [amount, label] of [
      ['9.99', 'At least $10'],
      ['7500.01', 'At most $7,500'],
      ['ten', 'Enter an amount'],
      ['1,000', 'Enter an amount'],
      ['0', 'Enter an amount'],
    ] as const) {
      await moneyOf(modal).fill(amount)
      await expect(modal.getByRole('button', { name: label }).last()).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    }
    await modal.getByRole('radio', { name: 'Bank transfer' }).click()
    await moneyOf(modal).fill('7500.01')
    await expect(continueOf(modal)).toBeVisible()
    expect(requests).toHaveLength(1)
    await modal.getByRole('radio', { name: 'Card' }).click()
  })
  await test.step('if no provider sells as much, the available amount is shown', async () => {
    const pattern = `${devnet.api}/v1/onramp/multi/quotes*`
    await page.route(pattern, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: {
          status: 'FAILED',
          reasons: [{ name: 'sourceAmount', description: onrampMaxText('61.22', 'USD') }],
        },
      }),
    )
    await moneyOf(modal).fill('70')
    await expect(modal.getByRole('button', { name: 'At most $61.22' }).last()).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expect(modal).toContainText('Nobody has as much now')
    await expect(modal).toContainText('$10 to $61.22')
    await expect(moneyOf(modal)).toHaveAttribute('aria-invalid', 'true')
    await page.unroute(pattern)
    await moneyOf(modal).fill('61.22')
    await expect(continueOf(modal)).toBeVisible()
  })
  await test.step('without prices an estimate is shown that cannot be bought', async () => {
    const mend = await fail(page, devnet, 'multi/quotes')
    const mendQuote = await fail(page, devnet, 'quote')
    await moneyOf(modal).fill('77')
    await expect(modal).toContainText('Prices are out of reach')
    await expect(modal).toContainText('≈ $77.00 in')
    await expect(modal.getByRole('button', { name: /^Continue/ })).toHaveCount(0)
    await moneyOf(modal).press('Enter') // the kit requests the prices again, and opens nothing
    await expect(modal).toContainText('Prices are out of reach')
    await expect(modal).toHaveAccessibleName('Buy')
    expect(page.context().pages()).toHaveLength(1)
    await Promise.all([mend(), mendQuote()])
    await modal.getByRole('button', { name: 'Try again' }).last().click()
    await expect(continueOf(modal)).toBeVisible()
  })
  await test.step('if the order cannot be created, its window closes, and a retry creates it', async () => {
    const mend = await fail(page, devnet, 'widget')
    const [empty] = await Promise.all([page.waitForEvent('popup'), continueOf(modal).click()])
    await expect(modal).toContainText('Sandbox is out of reach', { timeout: 30_000 })
    if (!empty.isClosed()) await empty.waitForEvent('close')
    await mend()
    const [checkout] = await Promise.all([
      page.waitForEvent('popup'),
      modal.getByRole('button', { name: 'Try again' }).click(),
    ])
    await test.step('if the order’s state does not load, the screen says so, and continues automatically', async () => {
      const mendOrders = await fail(page, devnet, 'orders/')
      await expect(modal).toContainText('We cannot see how it goes right now')
      await pay(checkout)
      await mendOrders()
      await boughtIn(modal)
      await checkout.close()
    })
  })
})

// This test checks the screens. Which false answers are refused is tested in
// `packages/kit/src/domains/onramp/order/order.test.ts` and in `onramp.test.ts`.
test('wrong answers of the API are refused before they are shown or paid', async ({
  page,
  devnet,
}) => {
  const modal = await openBuy(page, `${devnet.demo}/?wallet=approve`)
  await moneyOf(modal).fill('100')
  await test.step('a provider’s page for another account is refused', async () => {
    await answerWith(page, devnet, {
      widget: (real) => ({
        ...real,
        widgetUrl: `https://pay.example/?wallet=${addressOf('whale')}`,
      }),
    })
    await expect(continueOf(modal)).toBeVisible()
    await continueOf(modal).click()
    await expect(modal).toContainText('Stopped for your safety')
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('@latchkey/onramp-orders'))).toBeNull()
    await modal.getByRole('button', { name: 'See new prices' }).click()
    await page.unrouteAll()
  })
  await test.step('offers with absurd or other amounts are left out', async () => {
    const changes: readonly object[] = [
      { destinationAmount: 1e300 },
      { totalFee: -5 },
      { sourceAmount: 7 },
      { destinationCurrencyCode: 'OTHER' },
    ]
    await answerWith(page, devnet, {
      'multi/quotes': (real) =>
        (real as unknown as object[]).flatMap((row) =>
          changes.map((change) => ({ ...row, ...change })),
        ),
    })
    await moneyOf(modal).fill('101')
    await expect(modal).toContainText('Nobody offers this now')
    await page.unrouteAll()
  })
  await test.step('a double press creates one order and opens one window; an order of another account is not shown', async () => {
    await moneyOf(modal).fill('102')
    await expect(continueOf(modal)).toBeVisible()
    const [checkout] = await Promise.all([page.waitForEvent('popup'), continueOf(modal).dblclick()])
    await expect(checkout.getByRole('button', { name: /^Pay / })).toBeVisible()
    expect(page.context().pages()).toHaveLength(2)
    expect(
      await page.evaluate(
        () => JSON.parse(localStorage.getItem('@latchkey/onramp-orders') ?? '[]').length,
      ),
    ).toBe(1)
    await answerWith(page, devnet, {
      'orders/': (real) => ({ ...real, state: 'done', walletAddress: addressOf('whale') }),
    })
    await expect(modal).toContainText('answered about another purchase')
    await expect(modal).toContainText('Pay at Sandbox')
    await page.unrouteAll()
    await expect(modal).not.toContainText('answered about another purchase')
    await checkout.close()
  })
})
