/** What a visitor sees in the modal stands still from its first frame on: boxes of each frame, not times. */
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'
import { openConnect, accountButtonOf, connectButtonOf, modalOf, visitConnected } from './support/site.ts'

test.use({ isAtRealSpeed: true, isCold: true })

/** The frames of a part of a journey: what moved in them, by which number of pixels. */
type Seen = { frames: number; blank: number; moved: readonly { title: string; what: string; by: number }[] }

const script = fileURLToPath(new URL('../bench/stillness/boxes.js', import.meta.url))

/** Records the frames while `walk` runs and for a moment after it. */
async function record(page: Page, walk: () => Promise<unknown>): Promise<Seen> {
  await page.evaluate('boxes.begin()')
  await walk()
  await page.waitForLoadState('networkidle')
  await page.evaluate('new Promise((done) => { let left = 40; const next = () => (left-- ? requestAnimationFrame(next) : done()); next() })')
  return (await page.evaluate('boxes.end()')) as Seen // the script's own type
}

/** Asserts that frames were seen, none of them blank, and that nothing moved in them. */
function expectStill({ frames, blank, moved }: Seen, what: string): void {
  expect(frames, what).toBeGreaterThan(5)
  expect(moved, what).toEqual([])
  expect(blank, what).toBe(0)
}

const journey = (page: Page) => async (what: string, walk: () => Promise<unknown>) => {
  await test.step(what, async () => expectStill(await record(page, walk), what))
}

const named = (page: Page, name: string | RegExp) => expect(modalOf(page)).toHaveAccessibleName(name)

for (const [where, viewport] of [['a desktop', { width: 1_280, height: 900 }], ['a phone', { width: 390, height: 844 }]] as const)
  test.describe(`on ${where}`, () => {
    test.use({ viewport })

    test('the first and the second opening of Connect, with companies that come late', async ({ page, mailed }) => {
      await page.addInitScript({ path: script })
      let late = 0
      await page.route('**/v1/logins*', async (route) => {
        late++
        await new Promise((resolve) => setTimeout(resolve, 400)) // as a slow server does
        await route.continue()
      })
      await page.goto(mailed.demo)
      const walk = journey(page)
      await walk('first opening', async () => {
        await connectButtonOf(page).click()
        await named(page, 'Connect wallet')
        await expect(modalOf(page).getByRole('button', { name: /Google/ })).toBeVisible()
      })
      expect(late).toBe(1)
      await page.keyboard.press('Escape')
      await walk('second opening', async () => {
        await connectButtonOf(page).click()
        await expect(modalOf(page).getByRole('button', { name: /Google/ })).toBeVisible()
      })
    })

    test('from Connect to all wallets, back, and to a code', async ({ page, devnet }) => {
      await page.addInitScript({ path: script })
      const modal = await openConnect(page, `${devnet.demo}/?wallet=two`)
      await page.waitForLoadState('networkidle')
      const walk = journey(page)
      await walk('all wallets', () => modal.getByRole('button', { name: /^All wallets/ }).click())
      await walk('back', () => modal.getByRole('button', { name: 'Back', exact: true }).click())
      await walk('the code', async () => {
        await modal.getByRole('button', { name: /^WalletConnect/ }).click()
        await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
      })
    })

    test('Account, its tabs and the screens behind it', async ({ page, devnet }) => {
      await page.addInitScript({ path: script })
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = modalOf(page)
      const walk = journey(page)
      await walk('Account', async () => {
        await accountButtonOf(page).click()
        await named(page, 'Account')
      })
      for (const tab of ['NFTs', 'Activity', 'Tokens', 'Activity']) await walk(tab, () => modal.getByRole('tab', { name: tab }).click())
      await modal.getByRole('button', { name: 'Send', exact: true }).click()
      // the form answers what is typed with lines of its own
      await record(page, async () => {
        await modal.getByLabel('Recipient').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
        await modal.getByLabel('Amount').fill('0.25')
      })
      await walk('review', () => modal.getByRole('button', { name: 'Review' }).click())
      await modal.getByRole('button', { name: 'Back', exact: true }).click()
      await named(page, 'Send')
      await walk('back from Send', () => modal.getByRole('button', { name: 'Back', exact: true }).click())
      for (const action of ['Swap', 'Send', 'Buy']) {
        await walk(action, () => modal.getByRole('button', { name: action, exact: true }).click())
        await walk(`back from ${action}`, () => modal.getByRole('button', { name: 'Back', exact: true }).click())
      }
      await walk('networks', () => modal.getByRole('button', { name: /^Network/ }).click())
    })
  })
