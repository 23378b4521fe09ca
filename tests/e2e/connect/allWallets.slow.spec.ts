/** The list of all wallets, with the real API and its catalogue. */
import type { Locator, Route } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { all, listOf, openAll, searchOf, statusOf, tileOf } from '../support/allWallets.ts'
import { rest, standsStill } from '../support/rest.ts'
import { connectButtonOf } from '../support/site.ts'
import { announceStrange, requestsOf } from '../support/strangeWallet.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

const pages = Math.ceil((all.length - 1) / 40)
const onApi = (devnet: Addresses) => `${devnet.api}/getWallets?*`

/** Names of the rendered tiles, in order. */
const drawn = (modal: Locator) =>
  modal
    .getByRole('listitem')
    .evaluateAll((items) =>
      items
        .sort((one, other) => Number(one.ariaPosInSet) - Number(other.ariaPosInSet))
        .map((item) => item.querySelector('.wallet-tile-name')?.textContent ?? ''),
    )

const topOf = (list: Locator) => list.evaluate((element) => element.getBoundingClientRect().top)

test('the list of all wallets scrolls to its end with few rendered rows, and Back returns to the chosen wallet', async ({
  page,
  devnet,
}) => {
  const requests: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/getWallets?') &&
      requests.push(new URL(request.url()).searchParams.get('page') ?? ''),
  )
  const modal = await openAll(page, devnet)
  const list = listOf(modal)
  await expect(list.getByRole('listitem').first()).toHaveAttribute(
    'aria-setsize',
    String(all.length),
  )
  await list.hover()
  const seen = new Set<string>()
  await expect(async () => {
    for (const name of await drawn(modal)) seen.add(name)
    expect(await modal.locator('.wallet-tile').count()).toBeLessThan(80)
    const before = await topOf(list)
    await page.mouse.wheel(0, 500)
    await standsStill(list)
    // at the end of the list, the test scrolls to its top again, because tiles may have loaded
    // after the test had passed them
    if ((await topOf(list)) === before) await page.mouse.wheel(0, -1_000_000)
    expect(seen.size).toBe(new Set(all).size)
  }).toPass({ intervals: [20] })
  await page.mouse.wheel(0, 1_000_000)
  await expect(modal.locator(`[aria-posinset="${all.length}"]`)).toBeVisible()
  expect(requests.filter((one) => one !== '1')).toEqual(
    Array.from({ length: pages - 1 }, (_, index) => String(index + 2)),
  )

  const last = all.at(-1) ?? ''
  await tileOf(modal, last).click()
  // this wallet has an app but no link, so its screen may offer only a code
  await expect(modal).toHaveAccessibleName(last)
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect(tileOf(modal, last)).toBeInViewport()
})

test('an installed wallet is marked as installed, and connects in this browser', async ({
  page,
  devnet,
}) => {
  await announceStrange(page, { name: 'Whatever it says', rdns: 'me.rainbow' })
  const modal = await openAll(page, devnet)
  await modal.getByRole('button', { name: 'Rainbow Installed' }).click()
  await expect.poll(() => requestsOf(page)).toContain('me.rainbow eth_requestAccounts')
  await expect(modal.getByRole('button', { name: 'Trust Wallet Installed' })).toBeHidden()
})

test('while the API is slow, a key searches the loaded wallets', async ({ page, devnet }) => {
  const heldRoutes: Route[] = []
  await page.route(onApi(devnet), (route) =>
    route.request().url().includes('search=') ? void heldRoutes.push(route) : route.continue(),
  )
  const modal = await openAll(page, devnet)
  await searchOf(modal).fill('trust')
  await expect(tileOf(modal, 'Trust Wallet')).toBeVisible()
  await expect(statusOf(modal)).toHaveText('')
  await expect.poll(() => heldRoutes.length).toBe(1)
  await searchOf(modal).fill('nobody has this name')
  await expect(modal.locator('[aria-busy=true]')).toBeVisible()
  await expect(modal.getByText('No wallet found')).toBeHidden()
  await expect.poll(() => heldRoutes.length).toBe(2)
  // the page has cancelled the first request, which therefore cannot continue
  await Promise.all(heldRoutes.map((route) => route.continue().catch(() => {})))
  await expect(modal).toContainText('Nothing matches “nobody has this name”')
  await modal.getByRole('button', { name: 'Clear search' }).click()
  await expect(searchOf(modal)).toBeFocused()
  await expect(tileOf(modal, 'MetaMask')).toBeVisible()
})

/** The position of an element once it has stopped moving. */
async function boxAtRest(part: Locator) {
  await rest(part.page())
  return part.boundingBox()
}

test('while the API is slow, placeholders have the size of the tiles', async ({ page, devnet }) => {
  const heldRoutes: Route[] = []
  await page.route(onApi(devnet), (route) => void heldRoutes.push(route))
  const modal = await openAll(page, devnet, { isThere: false })
  await expect(modal.locator('[aria-busy=true]')).toBeVisible()
  const before = await boxAtRest(modal.locator('.all-wallets [data-skeleton]').first())
  await Promise.all(heldRoutes.map((route) => route.continue()))
  await expect(tileOf(modal, 'MetaMask')).toBeVisible()
  expect(await boxAtRest(tileOf(modal, 'Pocket'))).toEqual(before)
})

test.describe('in an outage', () => {
  // the browser itself writes failed requests to the console
  test.use({
    allowConsole: [
      /Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
    ],
  })

  test('an API that is down is shown as an outage, not as an empty list, and can be requested again', async ({
    page,
    devnet,
  }) => {
    await page.route(onApi(devnet), (route) => route.abort('connectionrefused'))
    const modal = await openAll(page, devnet, { isThere: false })
    await expect(modal).toContainText('The wallets did not load')
    await expect(modal).not.toContainText('No wallet found')
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    await page.unroute(onApi(devnet))
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(tileOf(modal, 'MetaMask')).toBeVisible()
    await expect(statusOf(modal)).toBeFocused()
  })

  test('after a later failure the loaded wallets stay', async ({ page, devnet }) => {
    const failing = (part: string) =>
      page.route(onApi(devnet), (route) =>
        route.request().url().includes(part)
          ? route.fulfill({ status: 400, json: {} })
          : route.continue(),
      )
    await failing('page=2&')
    const modal = await openAll(page, devnet)
    await test.step('a later page that fails can be requested again', async () => {
      await listOf(modal).hover()
      await page.mouse.wheel(0, 5_000)
      await expect(modal).toContainText('The rest did not load.')
      await expect(modal.locator('[aria-posinset="41"]')).toBeVisible()
      await page.unroute(onApi(devnet))
      await modal.getByRole('button', { name: 'Try again' }).click()
      await expect(modal.locator('[aria-posinset="42"]')).toBeVisible()
      await expect(modal).not.toContainText('The rest did not load.')
    })
    await test.step('a search that fails keeps the loaded wallets, or says that it failed', async () => {
      await failing('search=')
      await searchOf(modal).fill('trust')
      await expect(modal).toContainText('The rest did not load.')
      await expect(tileOf(modal, 'Trust Wallet')).toBeVisible()
      await searchOf(modal).fill('nobody has this name')
      await expect(modal).toContainText('The wallets did not load')
    })
  })

  test('a browser that is offline is reported, and the list loads when the browser is online', async ({
    page,
    context,
    devnet,
  }) => {
    const heldRoutes: Route[] = []
    await page.route(onApi(devnet), (route) => void heldRoutes.push(route))
    const modal = await openAll(page, devnet, { isThere: false })
    await context.setOffline(true)
    await expect(modal).toContainText('You are offline')
    await Promise.all(heldRoutes.map((route) => route.abort('internetdisconnected')))
    await page.unroute(onApi(devnet))
    await context.setOffline(false)
    await expect(tileOf(modal, 'MetaMask')).toBeVisible()
  })

  test('invalid rows of the API are left out', async ({ page, devnet }) => {
    const rows = [
      null,
      { id: 'a' },
      {
        id: 'b',
        name: '\u202ekcirt',
        mobile_link: 'javascript:alert(1)',
        image_url: 'javascript:alert(1)',
      },
      { id: 'c', name: '<img src=x onerror=alert(1)>' },
    ]
    await page.route(onApi(devnet), (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { count: 4, data: rows },
      }),
    )
    const modal = await openAll(page, devnet, { isThere: false })
    await expect(tileOf(modal, '<img src=x onerror=alert(1)>')).toBeVisible()
    expect(await drawn(modal)).toEqual(
      expect.arrayContaining(['kcirt', '<img src=x onerror=alert(1)>']),
    )
    await expect.poll(() => overflowing(modal)).toEqual([])
  })
})

test('the focused tile stays rendered, and every tile is reachable by keyboard', async ({
  page,
  devnet,
}) => {
  const modal = await openAll(page, devnet)
  await test.step('by keyboard alone', async () => {
    const focused = () =>
      modal.evaluate((element) =>
        (element.getRootNode() as ShadowRoot).activeElement?.getAttribute('title'),
      ) // the root is a shadow root, because the modal is in one
    const at = (index: number) => all[index]
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(at(0))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(at(5))
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await focused()) !== at(5)).toBe(true)
    await page.keyboard.press('Home')
    expect(await focused()).toBe(at(0))
    await page.keyboard.press('End')
    const end = all.indexOf((await focused()) ?? '') // the last of the tiles loaded so far
    expect(end).toBeGreaterThanOrEqual(40)
    await expect(modal.locator(`[aria-posinset="${end + 1}"]`)).toBeInViewport()
    // the next page is loaded
    await expect(modal.locator(`[aria-posinset="${end + 5}"]`)).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(at(end + 4))

    await page.keyboard.type('phan') // the typed text goes to the search field
    await expect(searchOf(modal)).toHaveValue('phan')
    await expect(searchOf(modal)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Phantom')
    await page.keyboard.press('ArrowUp')
    await expect(searchOf(modal)).toBeFocused()
    // keys that belong to an input method: those of a composition, and the key that ends it in
    // Safari
    for (const taken of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ['Escape', 'ArrowDown'])
        await searchOf(modal).dispatchEvent('keydown', {
          key,
          bubbles: true,
          cancelable: true,
          ...taken,
        })
    }
    await expect(searchOf(modal)).toHaveValue('phan')
    await expect(searchOf(modal)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(searchOf(modal)).toHaveValue('')
    await expect(modal).toBeVisible()

    await page.keyboard.press('Tab')
    expect(await focused()).toBe(at(0))
    await page.keyboard.press('Tab')
    expect(all).not.toContain(await focused()) // the grid is a single tab stop
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName(at(1) ?? '')
    await modal.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(modal).toHaveAccessibleName('All wallets')
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
  })
  await test.step('the focused tile stays, however far it is scrolled away', async () => {
    await connectButtonOf(page).click()
    await modal.getByRole('button', { name: /^All wallets/ }).click()
    await tileOf(modal, 'Phantom').focus()
    await listOf(modal).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 2_000)
      expect(all.indexOf((await drawn(modal)).at(-1) ?? '')).toBeGreaterThan(240)
    }).toPass({ intervals: [50] })
    await expect(tileOf(modal, 'Phantom')).toBeFocused()
    // wheel events that are still running would scroll further
    await standsStill(tileOf(modal, 'Phantom'))
    await page.keyboard.press('ArrowRight')
    await expect(tileOf(modal, all[all.indexOf('Phantom') + 1] ?? '')).toBeInViewport()
  })
})

test('the list of all wallets has no accessibility faults in dark and light mode, with and without a search', async ({
  page,
  devnet,
}) => {
  const modal = await openAll(page, devnet)
  const expectGood = async () => {
    for (const [colorScheme, color] of [
      ['dark', 'rgb(33, 28, 24)'],
      ['light', 'rgb(255, 255, 255)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(modal.locator('.card')).toHaveCSS('background-color', color)
      expect(await axe(page, { within: '[data-latchkey]' }), colorScheme).toEqual([])
    }
  }
  await expectGood()
  await searchOf(modal).fill('nobody has this name')
  await expect(modal).toContainText('No wallet found')
  await expectGood()
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  })

  test('the list of all wallets fits, does not focus the search field, and opens a wallet’s app', async ({
    page,
    devnet,
  }) => {
    const modal = await openAll(page, devnet)
    await expect(searchOf(modal)).not.toBeFocused()
    await expect.poll(() => smallTargets(modal)).toEqual([])
    await expect.poll(() => overflowing(modal)).toEqual([])
    await tileOf(modal, 'MetaMask').tap()
    await expect(modal.getByRole('link', { name: 'Open MetaMask' })).toHaveAttribute(
      'href',
      /^metamask:\/\/wc\?uri=wc%3A/,
    )
  })
})
