import type { Locator, Page, Route } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { openAccount, visitConnected } from '../support/site.ts'
import { openSeenTokens } from '../support/seenTokens.ts'

// the browser itself writes failed requests to the console
test.use({
  isCold: true,
  allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED/],
})

const balances = (devnet: Addresses) => `${devnet.api}/v1/account/**`
const headers = { 'access-control-allow-origin': '*' }

/** Checks that the page reports an outage, and shows nowhere a zero or an empty wallet. */
async function expectOutage(page: Page, modal: Locator) {
  await expect(modal).toContainText('Token balance unavailable')
  await expect(modal.getByRole('button', { name: /^Try again/ })).toBeVisible()
  await expectNoZero(page, modal)
}

/**
 * Expects the screen while the API is down, but not the network's node: the node's balances,
 * without prices, marked as incomplete.
 */
async function expectNodeAlone(page: Page, modal: Locator) {
  await expect(modal).toContainText('Some balances could not be read.')
  await expect(
    modal.getByRole('list', { name: 'Tokens' }).getByText('Ether', { exact: true }),
  ).toBeVisible()
  await expect(modal.getByRole('button', { name: /^Try again/ })).toBeVisible()
  await expectNoZero(page, modal)
}

async function expectNoZero(page: Page, modal: Locator) {
  await expect(modal).not.toContainText(/\$|Nothing here yet|\b0\.000\b/)
  await expect(page.getByRole('main')).not.toContainText('Nothing here yet')
}

/** Advances the clock until a new request is allowed or was sent automatically, and retries. */
async function recover(modal: Locator) {
  const retry = modal.getByRole('button', { name: /^Try again/ })
  await expect(async () => {
    await modal.page().clock.fastForward(1_000)
    if (await modal.getByRole('button', { name: 'Try again', exact: true }).isVisible())
      await retry.click({ timeout: 500 }) // the page may have sent the request again by itself
    await expect(retry).toBeHidden({ timeout: 200 })
  }).toPass({ intervals: [50] })
  await expect(
    modal.getByRole('list', { name: 'Tokens' }).getByText('Ether', { exact: true }),
  ).toBeVisible()
}

test('if the API is down from the start, balances come from the node, and a toast reports the outage', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  await visitConnected(page, `${devnet.demo}/?wallet=approve&api=down`)
  const modal = await openAccount(page)
  await expect(async () => {
    await page.clock.runFor(500)
    await expect(modal.locator('.toasts')).toContainText('Token Balance Unavailable', {
      timeout: 200,
    })
  }).toPass()
  await expectNodeAlone(page, modal)
})

test('if the API and the nodes do not answer, an outage is shown, not zero', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve&api=down`)
  for (const url of Object.values(devnet.chains))
    await page.route(`${url}/**`, (route) => route.abort('connectionrefused'))
  const modal = await openAccount(page)
  await expectOutage(page, modal)
})

test('after an outage no request is sent for 30 s, with a countdown; then a retry loads the tokens', async ({
  page,
  devnet,
}) => {
  let requestCount = 0
  await page.clock.install()
  await page.route(balances(devnet), (route) => {
    requestCount++
    return route.abort('connectionrefused')
  })
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await expectNodeAlone(page, modal)
  expect(requestCount).toBe(4) // one request, and three retries

  const retry = modal.getByRole('button', { name: /^Try again/ })
  await expect(retry).toHaveText(/^Try again in (2\d|30) s$/)
  await retry.press('Enter') // the button stays in the tab order, but does nothing yet
  await page.clock.runFor(2_000)
  expect(requestCount).toBe(4)

  await page.unroute(balances(devnet))
  await page.clock.fastForward(25_000)
  await recover(modal)
})

test('if the API stops later, the last balances stay with their age, and are updated when it is back', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  const { modal, tokens, seen, stale } = await openSeenTokens(page, devnet.demo)

  await page.route(`${devnet.api}/**`, (route) => route.abort('connectionrefused'))
  await page.clock.fastForward(31_000)
  await expect(stale).toContainText(/Seen \d+ seconds ago\./)
  await expect(tokens).toHaveText(seen)
  await expect(stale.getByRole('button')).toHaveText(/^Try again in \d+ s$/)
  await page.clock.fastForward('03:00')
  await expect(stale).toContainText(/Seen 3 minutes ago\./)

  await page.unroute(`${devnet.api}/**`)
  await recover(modal)
  await expect(tokens.first()).toBeVisible()
})

test('after a reload during an outage the last balances are still shown, with their age', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const ether = modal.getByRole('list', { name: 'Tokens' }).getByText('Ether', { exact: true })
  await expect(ether).toBeVisible()
  await page.clock.install()
  await page.clock.setSystemTime(Date.now() + 2 * 3_600_000)
  await page.route(`${devnet.api}/**`, (route) => route.abort('connectionrefused'))
  await page.reload()
  await openAccount(page)
  await expect(modal).toContainText('Could not refresh. Seen 2 hours ago.')
  await expect(ether).toBeVisible()
})

/** Removes the cached balances before each visit, so that it requests them again. */
const forget = (page: Page) =>
  page.addInitScript(() => localStorage.removeItem('@latchkey/balance-cache'))

const broken = {
  'a page in place of JSON': {
    headers,
    contentType: 'text/html',
    body: '<!doctype html><h1>Welcome to nginx</h1>',
  },
  'JSON of another shape': { headers, json: { balances: [{ name: 7 }] } },
  'an error of its own': {
    headers,
    status: 500,
    json: { status: 'FAILED', reasons: [{ description: 'Internal error' }] },
  },
  'too many requests': {
    headers,
    status: 429,
    json: { status: 'FAILED', reasons: [{ description: 'Slow down' }] },
  },
}
test('if the API’s answers are broken, late or empty, no wrong balance is shown', async ({
  page,
  devnet,
}) => {
  await forget(page)
  for (const [name, answer] of Object.entries(broken))
    await test.step(`the API answers with ${name}`, async () => {
      await page.route(balances(devnet), (route) => route.fulfill(answer))
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = await openAccount(page)
      await expectNodeAlone(page, modal)
      await expect(modal).not.toContainText('nginx')
    })
  await test.step('while the API is slow, neither zero nor an empty list is shown; then the tokens are shown', async () => {
    const heldRoutes: Route[] = []
    await page.route(balances(devnet), (route) => void heldRoutes.push(route))
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page)
    await expect(modal.locator('[aria-busy=true]')).toBeVisible()
    await expectNoZero(page, modal)
    await Promise.all(heldRoutes.map((route) => route.continue()))
    await expect(
      modal.getByRole('list', { name: 'Tokens' }).getByText('Ether', { exact: true }),
    ).toBeVisible()
  })
  await test.step('an account without holdings is shown as empty, with a total of zero', async () => {
    await page.route(balances(devnet), (route) =>
      route.fulfill({ headers, json: { balances: [] } }),
    )
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page)
    await expect(modal).toContainText('Nothing here yet')
    await expect(modal).toContainText('Total balance $0.00')
  })
})

test('an API that never answers is shown as an outage after its time limit', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  await page.route(balances(devnet), () => new Promise<void>(() => {}))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await expect(modal.locator('[aria-busy=true]')).toBeVisible()
  await expect(async () => {
    await page.clock.fastForward(20_000)
    await expect(modal).toContainText('Some balances could not be read.', { timeout: 500 })
  }).toPass()
  await expectNodeAlone(page, modal)
})
