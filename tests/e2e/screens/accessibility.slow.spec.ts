/** Accessibility on the way through the kit: its screens, and its buttons on the page. */
import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { accountChunk } from '../support/chunkWith.ts'
import { behave, wander } from '../support/developmentWallet.ts'
import {
  accountButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'

// The browser logs failed requests. `screens/screens.slow.spec.ts` checks each screen in both
// themes. These tests reach the screens as a visitor on a phone, with the page's own buttons behind
// them.
test.use({
  allowConsole: [/Failed to load resource/],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

/** Checks that buttons and modal have no accessibility fault now. The page has its own test. */
async function expectGood(page: Page) {
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
}

/** Keeps screens open that close by themselves after 700 ms, until `releaseTimers`. */
function holdGoodNews(page: Page) {
  return page.addInitScript(() => {
    const { setTimeout, clearTimeout } = window
    const held = new Map<number, () => void>()
    const hold = (run: () => void, ms?: number, ...given: unknown[]) => {
      if (ms !== 700) return setTimeout(run, ms, ...given)
      const id = -1 - held.size // the ids of the browser's own timers are positive
      held.set(id, run)
      return id
    }
    const forget = (id?: number) =>
      id !== undefined && id < 0 ? void held.set(id, () => {}) : clearTimeout(id)
    Object.assign(window, { held, setTimeout: hold, clearTimeout: forget })
  })
}

/** Lets the screens close that `holdGoodNews` keeps open. */
function releaseTimers(page: Page) {
  return page.evaluate(() => {
    const held = Reflect.get(window, 'held') as Map<number, () => void>
    for (const [id, run] of held) {
      held.set(id, () => {})
      run()
    }
  })
}

test('the screens of waiting for a wallet have no accessibility faults', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  const modal = await openConnect(page, `${devnet.demo}/?wallet=hang&theme=dark`)
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Continue in')
  await expectGood(page)
  await page.clock.fastForward(10_000)
  await expect(modal).toContainText('Still waiting')
  await expectGood(page)
  await behave(page, 'refuse')
  await expect(modal).toContainText('Rejected in')
  await expectGood(page)
  await behave(page, 'pending')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toContainText('already has a request open')
  await expectGood(page)
  await behave(page, 'disappear')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toContainText('is not there any more')
  await expectGood(page)
})

test('the success messages have no accessibility faults', async ({ page, devnet }) => {
  await holdGoodNews(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve&theme=dark`)
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Connected')
  await expectGood(page)
  await releaseTimers(page)
  await expect(modal).toBeHidden()
  await expectGood(page)
  await openAccount(page)
  await modal.getByRole('button', { name: /^Network:/ }).click()
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(modal).toContainText('You are on Latchkey Devnet 2')
  await expectGood(page)
  await releaseTimers(page)
  await expect(modal).toHaveAccessibleName('Account')
})

test('the account and its networks have no accessibility faults', async ({ page, devnet }) => {
  await page.route(`${devnet.api}/v1/account/**`, () => new Promise<void>(() => {}))
  await visitConnected(page, `${devnet.demo}/?wallet=approve&theme=dark`)
  const modal = await openAccount(page)
  await expect(modal.locator('[aria-busy=true]')).toBeVisible()
  await expectGood(page)
  await page.unroute(`${devnet.api}/v1/account/**`)
  await page.reload()
  await openAccount(page)
  await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
  await expectGood(page)

  await modal.getByRole('button', { name: /^Network:/ }).click()
  await expect(modal).toHaveAccessibleName('Choose a network')
  await expectGood(page)
  await behave(page, 'hang')
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(modal).toContainText('Approve the change')
  await expectGood(page)
  await behave(page, 'refuse')
  await expect(modal).toContainText('Rejected in Development wallet')
  await expectGood(page)
})

test('an account with empty, missing or old balances has no accessibility faults', async ({
  page,
  devnet,
}) => {
  const answers = `${devnet.api}/v1/account/**`
  await page.route(answers, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { balances: [] } }),
  )
  await visitConnected(page, `${devnet.demo}/?wallet=approve&theme=dark`)
  const modal = await openAccount(page)
  await expect(modal).toContainText('Nothing here yet')
  await expectGood(page)

  await page.unroute(answers)
  await page.evaluate(() => localStorage.removeItem('@latchkey/balance-cache'))
  await page.route(answers, (route) => route.abort('connectionrefused'))
  await page.reload()
  await openAccount(page)
  await expect(modal).toContainText('Some balances could not be read.')
  await expectGood(page)

  await page.unroute(answers)
  await page.reload()
  await openAccount(page)
  await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
  await page.route(answers, (route) => route.abort('connectionrefused'))
  await page.clock.install()
  await page.clock.setSystemTime(Date.now() + 3_600_000)
  await page.reload()
  await openAccount(page)
  await expect(modal).toContainText('Could not refresh')
  await expectGood(page)
})

test('the screen of an unsupported network has no accessibility faults', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve&theme=dark`)
  await wander(page)
  await expect(page.getByRole('button', { name: 'Wrong network' }).first()).toBeVisible()
  await expectGood(page)
  await page.getByRole('banner').getByRole('button', { name: 'Wrong network' }).last().click()
  await expect(modalOf(page)).toHaveAccessibleName('Network not supported')
  await expectGood(page)
  await modalOf(page).getByRole('button', { name: 'Latchkey Devnet', exact: true }).click()
  await expect(accountButtonOf(page)).toBeVisible()
})

test('the screen of code that fails to load has no accessibility faults', async ({
  page,
  devnet,
}) => {
  await page.route(accountChunk(), (route) => route.abort('connectionreset'))
  await visitConnected(page, `${devnet.demo}/?wallet=approve&theme=dark`)
  await accountButtonOf(page).click()
  await expect(modalOf(page)).toHaveAccessibleName('This part did not load')
  await expectGood(page)
})
