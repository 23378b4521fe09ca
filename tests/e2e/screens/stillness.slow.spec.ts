/**
 * The modal stands still from its first frame on. The test compares boxes of each frame, not times.
 */
import { fileURLToPath } from 'node:url'
import type { Locator, Page, Route } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { withOptions } from '../support/options.ts'
import { amountOf, recipientOf, sendButtonOf } from '../support/send.ts'
import {
  openConnect,
  accountButtonOf,
  connectButtonOf,
  modalOf,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'
import { amountOf as swapAmountOf, arrivedIn, chooseToken, swapButtonOf } from '../support/swap.ts'

test.use({ isAtRealSpeed: true, isCold: true })

/** The frames of a part of a journey: the moved elements, with the number of pixels. */
type Recording = {
  frames: number
  blank: number
  moved: readonly { title: string; what: string; by: number }[]
}

const script = fileURLToPath(new URL('../../bench/stillness/boxes.js', import.meta.url))

/** Records the frames while `walk` runs and for a short time after it. */
async function record(page: Page, walk: () => Promise<unknown>): Promise<Recording> {
  await page.evaluate('boxes.begin()')
  await walk()
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    'new Promise((done) => { let left = 40; const next = () => (left-- ? requestAnimationFrame(next) : done()); next() })',
  )
  return (await page.evaluate('boxes.end()')) as Recording // boxes.js returns this type
}

/**
 * Asserts that frames were recorded, that none of them is blank, and that nothing moved in them.
 */
function expectStill({ frames, blank, moved }: Recording, what: string): void {
  expect(frames, what).toBeGreaterThan(5)
  // the message names the step and the elements that moved in it
  expect.soft(moved, what).toEqual([])
  expect.soft(blank, what).toBe(0)
}

const journey = (page: Page) => async (what: string, walk: () => Promise<unknown>) => {
  await test.step(what, async () => expectStill(await record(page, walk), what))
}

const back = (modal: Locator) => modal.getByRole('button', { name: 'Back', exact: true }).click()
const press = (modal: Locator, name: string | RegExp) =>
  modal.getByRole('button', { name, exact: typeof name === 'string' }).click()
/** An address without transfers so far, different for each width of the screen. */
const strangerOf = (width: number) => `0x51${String(width).padStart(38, '0')}`

/**
 * Delays the API's answers. `latenessOf` returns the milliseconds for an answer by its number, or
 * undefined for no answer.
 */
async function delayApi(
  page: Page,
  { api }: Addresses,
  latenessOf: (index: number) => number | undefined,
): Promise<void> {
  let index = 0
  await page.route(`${api}/**`, async (route: Route) => {
    const late = latenessOf(index++)
    if (late === undefined) return route.abort('connectionrefused')
    await new Promise((resolve) => setTimeout(resolve, late))
    await route.continue().catch(() => {}) // fails when the page is closed
  })
}

const named = (page: Page, name: string | RegExp) =>
  expect(modalOf(page)).toHaveAccessibleName(name)

for (const [where, viewport] of [
  ['a desktop', { width: 1_280, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test.describe(`on ${where}`, () => {
    test.use({ viewport })

    test('nothing moves at the first and second opening of Connect, with companies that load late', async ({
      page,
      mailed,
    }) => {
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

    test('nothing moves from Connect to all wallets, back, and to a code', async ({
      page,
      devnet,
    }) => {
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

    test('nothing moves on Account, its tabs and the screens that open from it', async ({
      page,
      devnet,
    }) => {
      await page.addInitScript({ path: script })
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = modalOf(page)
      const walk = journey(page)
      await walk('Account', async () => {
        await accountButtonOf(page).click()
        await named(page, 'Account')
      })
      for (const tab of ['NFTs', 'Activity', 'Tokens', 'Activity'])
        await walk(tab, () => modal.getByRole('tab', { name: tab }).click())
      await modal.getByRole('button', { name: 'Send', exact: true }).click()
      // the form may grow, because it shows further lines for the typed text
      await record(page, async () => {
        await modal.getByLabel('Recipient').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
        await modal.getByLabel('Amount').fill('0.25')
      })
      await walk('review', () => modal.getByRole('button', { name: 'Review' }).click())
      await modal.getByRole('button', { name: 'Back', exact: true }).click()
      await named(page, 'Send')
      await walk('back from Send', () =>
        modal.getByRole('button', { name: 'Back', exact: true }).click(),
      )
      for (const action of ['Swap', 'Send', 'Buy']) {
        await walk(action, () => modal.getByRole('button', { name: action, exact: true }).click())
        await walk(`back from ${action}`, () =>
          modal.getByRole('button', { name: 'Back', exact: true }).click(),
        )
      }
      await walk('networks', () => modal.getByRole('button', { name: /^Network/ }).click())
    })

    test('a tab is unchanged when the visitor returns to it, and no other tab can be reached', async ({
      page,
      devnet,
    }) => {
      await page.addInitScript({ path: script })
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = modalOf(page)
      await accountButtonOf(page).click()
      await named(page, 'Account')
      const body = modal.locator('.screen:not([aria-hidden]) .screen-body')
      const topOf = () => body.evaluate(({ scrollTop }) => Math.round(scrollTop))
      const tab = (name: string) => modal.getByRole('tab', { name })
      await tab('Activity').click()
      await expect(modal.getByRole('tabpanel').locator('[data-index="0"]')).toBeVisible()
      await body.evaluate((element) => element.scrollTo(0, 900))
      await expect.poll(topOf).toBe(900)
      const walk = journey(page)
      await walk('Tokens from a scrolled list', () => tab('Tokens').click())
      expect(await topOf()).toBeGreaterThan(0)
      await expect(modal.getByRole('list', { name: 'Tokens' })).toBeInViewport()
      // nothing of the hidden list can be read or reached
      await expect(modal.getByRole('tabpanel').getByRole('heading')).toHaveCount(0)
      await page.keyboard.press('Tab')
      expect(await modal.locator('[data-index]:focus').count()).toBe(0)
      await walk('and back to it', () => tab('Activity').click())
      expect(await topOf()).toBe(900)
      await expect(modal.getByRole('tabpanel').locator('[data-index]').first()).toBeVisible()
      await tab('Tokens').click()
      // a header that is visible stays visible
      await body.evaluate((element) => element.scrollTo(0, 0))
      await tab('Activity').click()
      expect(await topOf()).toBe(0)
      await expect(modal.getByRole('tabpanel').locator('[data-index="0"]')).toBeVisible()
    })

    test('nothing moves during a swap, from Account to its end and back', async ({
      page,
      devnet,
    }) => {
      await page.addInitScript({ path: script })
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = modalOf(page)
      const walk = journey(page)
      await walk('Account', async () => {
        await accountButtonOf(page).click()
        await named(page, 'Account')
      })
      await walk('Swap', () => press(modal, 'Swap'))
      await walk('tokens', () => modal.getByRole('button', { name: 'Select token' }).last().click())
      await walk('the form', async () => {
        await modal
          .getByRole('list', { name: 'Suggested' })
          .getByRole('button', { name: 'USDC' })
          .click()
        await named(page, 'Swap')
      })
      await walk('what comes', async () => {
        await swapAmountOf(modal).fill('0.25')
        await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeVisible()
      })
      await walk('Review', async () => {
        await modal.getByRole('button', { name: 'Review swap' }).last().click()
        await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
      })
      await walk('done', async () => {
        await swapButtonOf(modal).click()
        await arrivedIn(modal)
      })
      await walk('Account again', () => press(modal, 'Done'))
      await walk('Swap again', () => press(modal, 'Swap'))
      await chooseToken(modal, 'pay', 'USDC')
      await chooseToken(modal, 'get', 'ETH')
      await walk('what comes for a token', async () => {
        await swapAmountOf(modal).fill('25')
        await expect(modal.getByRole('button', { name: 'Review swap' }).last()).toBeVisible()
      })
      await walk('Review of a token', async () => {
        await modal.getByRole('button', { name: 'Review swap' }).last().click()
        await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
      })
      await walk('done with a signature', async () => {
        await swapButtonOf(modal).click()
        await arrivedIn(modal)
      })
    })

    test('nothing moves while sending to a new recipient, from Account to the end and back', async ({
      page,
      devnet,
    }) => {
      await page.addInitScript({ path: script })
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = modalOf(page)
      const walk = journey(page)
      await walk('Account', async () => {
        await accountButtonOf(page).click()
        await named(page, 'Account')
      })
      await walk('Send', () => press(modal, 'Send'))
      await walk('an amount', () => amountOf(modal).fill('0.25'))
      await walk('the recipient', async () => {
        await recipientOf(modal).fill(strangerOf(viewport.width))
        await expect(modal.getByRole('button', { name: 'Review' })).toBeVisible()
      })
      await walk('Review', async () => {
        await press(modal, 'Review')
        await expect(modal.getByText('You send to this address for the first time.')).toBeVisible()
      })
      await walk('done', async () => {
        await sendButtonOf(modal).click()
        await expect(modal.getByRole('button', { name: 'Done' })).toBeVisible({ timeout: 30_000 })
      })
      await walk('Account again', () => press(modal, 'Done'))
    })

    test('nothing moves while switching the network, receiving, and opening an entry of the activity', async ({
      page,
      devnet,
    }) => {
      await page.addInitScript({ path: script })
      await visitConnected(page, `${devnet.demo}/?wallet=approve`)
      const modal = modalOf(page)
      const walk = journey(page)
      await accountButtonOf(page).click()
      await named(page, 'Account')
      await walk('activity', () => modal.getByRole('tab', { name: 'Activity' }).click())
      const entry = modal.getByRole('tabpanel').locator('[data-index="1"]')
      await walk('an entry', async () => {
        await entry.click()
        await expect(modal.getByText('Status', { exact: true })).toBeVisible()
      })
      await walk('back from the entry', () => back(modal))
      await walk('Receive', () => press(modal, 'Receive'))
      await walk('asking for an amount', async () => {
        await press(modal, 'Ask for an amount')
        await modal.getByRole('textbox', { name: 'Amount' }).fill('2.5')
      })
      await walk('back from Receive', () => back(modal))
      await walk('networks', () => press(modal, /^Network/))
      await walk('another network', async () => {
        await press(modal, /^Latchkey Devnet 2/)
        await named(page, 'Account')
      })
    })

    test('nothing moves while registering a name, from Account to the end', async ({
      page,
      mailed,
    }) => {
      await page.addInitScript({ path: script })
      const modal = await openConnect(page, mailed.demo)
      const walk = journey(page)
      const email = `mill-${where.replace(' ', '-')}@example.org`
      await walk('the code', async () => {
        await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
        await page.keyboard.press('Enter')
        await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
      })
      await page.keyboard.type(await mailed.codeTo(email))
      await expect(modal).toBeHidden()
      await walk('Account', async () => {
        await accountButtonOf(page).click()
        await named(page, 'Account')
        await expect(modal.getByRole('button', { name: 'Choose a name' })).toBeVisible()
      })
      await walk('names', () => press(modal, 'Choose a name'))
      await walk('the form', () => press(modal, 'Choose a name'))
      await walk('a name that is free', async () => {
        await modal.getByRole('textbox', { name: 'Name' }).pressSequentially('still-mill')
        await expect(modal.getByText('This name is free.')).toBeVisible()
      })
      await walk('a name that is taken', async () => {
        await modal.getByRole('textbox', { name: 'Name' }).fill('harbor')
        await expect(modal.getByText('Looking whether it is free')).toBeHidden()
      })
      await modal.getByRole('textbox', { name: 'Name' }).fill(`mill-${viewport.width}`)
      await walk('signing', async () => {
        await modal.getByRole('button', { name: 'Register name' }).last().click()
        await expect(
          page
            .locator('[data-latchkey=wallet] iframe')
            .contentFrame()
            .getByRole('button', { name: 'Sign', exact: true }),
        ).toBeVisible()
      })
      await walk('registered', async () => {
        await page
          .locator('[data-latchkey=wallet] iframe')
          .contentFrame()
          .getByRole('button', { name: 'Sign', exact: true })
          .click()
        await expect(modal.getByText(/ is yours/)).toBeVisible()
      })
      await walk('Account with a name', () => press(modal, 'Done'))
    })

    for (const [how, latenessOf] of [
      ['slow', () => 1_000],
      ['down', () => undefined],
      [
        'late in another order',
        (index: number) => (index % 3 === 0 ? 1_200 : index % 3 === 1 ? 100 : 600),
      ],
    ] as const)
      test.describe(`while the API is ${how}`, () => {
        test.use({ allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED/] })
        test('nothing moves on Account, its tabs and its screens', async ({ page, devnet }) => {
          await page.addInitScript({ path: script })
          await delayApi(page, devnet, latenessOf)
          await visitConnected(page, `${devnet.demo}/?wallet=approve`)
          const modal = modalOf(page)
          const walk = journey(page)
          await walk('Account', async () => {
            await accountButtonOf(page).click()
            await named(page, 'Account')
          })
          for (const tab of ['NFTs', 'Activity', 'Tokens', 'Activity'])
            await walk(tab, () => modal.getByRole('tab', { name: tab }).click())
          for (const action of ['Send', 'Swap', 'Receive']) {
            await walk(action, () => press(modal, action))
            await walk(`back from ${action}`, () => back(modal))
          }
        })
      })
  })

test('nothing moves in the wide modal on the way to a wallet, to the help and back', async ({
  page,
  devnet,
}) => {
  await page.setViewportSize({ width: 1_280, height: 900 })
  await page.addInitScript({ path: script })
  await page.goto(`${devnet.demo}/?wallet=two&${withOptions({ modalSize: 'wide' })}`)
  const modal = modalOf(page)
  const walk = journey(page)
  await walk('first opening', async () => {
    await connectButtonOf(page).click()
    await named(page, 'Connect wallet')
  })
  await walk('Get a wallet', () => press(modal, 'Get a wallet'))
  await walk('back', () => back(modal))
  await walk('all wallets', () => press(modal, /^All wallets/))
  await walk('a code', () => walletRowOf(modal, /^WalletConnect/).click())
})
