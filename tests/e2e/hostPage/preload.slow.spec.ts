import { fileURLToPath } from 'node:url'
import type { KitOptions } from 'latchkey'
import type { Page } from '@playwright/test'
import { serveSite } from '../../bench/phone/serveSite.ts'
import { buildSite } from '../../bench/sizes/buildSite.ts'
import { expect, test } from '../fixtures/test.ts'
import { accountChunk, chunkWith, engineChunk, modalChunk } from '../support/chunkWith.ts'
import { withOptions } from '../support/options.ts'
import {
  accountButtonOf,
  connect,
  connectButtonOf,
  modalOf,
  openConnect,
  walletRowOf,
} from '../support/site.ts'

test.use({ isCold: true })

/** Collects the page's requests from now on. */
function listen(page: Page): readonly string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  return requests
}

const isFetched = (requests: readonly string[], chunk: string) =>
  requests.some((url) => url.endsWith(chunk.slice(2)))
const open = async (page: Page, demo: string, options: Partial<KitOptions> = {}) => {
  await page.goto(`${demo}/?wallet=approve&${withOptions(options)}`)
  await expect(connectButtonOf(page)).toBeVisible()
}

/** Resolves when the page has been idle twice, and all its requests until then have finished. */
async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  )
  await page.waitForLoadState('networkidle')
}

/** Sets what the browser reports about the visitor's network. */
const network = (page: Page, connection: object) =>
  page.addInitScript(
    (value) =>
      Object.defineProperty(Navigator.prototype, 'connection', {
        configurable: true,
        get: () => value,
      }),
    connection,
  )

test.describe('when the network fails after the page has loaded', () => {
  test.use({ allowConsole: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/] })

  test('the code for the first press is loaded before, when the page is idle, and only from the site', async ({
    page,
    context,
    devnet,
  }) => {
    const requests = listen(page)
    await open(page, devnet.demo)
    await expect.poll(() => isFetched(requests, modalChunk())).toBe(true)
    await idle(page)
    const { origin } = new URL(devnet.demo)
    expect(
      requests.filter((url) => new URL(url).origin !== origin && !url.startsWith('data:')),
    ).toEqual([])
    // the code that is fetched in advance includes no code of later presses
    for (const chunk of [accountChunk(), engineChunk()])
      expect(isFetched(requests, chunk)).toBe(false)
    await context.setOffline(true)
    await connectButtonOf(page).click()
    await expect(walletRowOf(modalOf(page))).toBeVisible()
  })
})

test.describe('the first screen is rendered in advance', () => {
  /** The rows in the closed modal. */
  const drawn = (page: Page) => page.locator('[data-latchkey] dialog:not([open]) button.row')

  test('it is hidden, requests no pictures, and is rendered again for every opening', async ({
    page,
    devnet,
  }) => {
    const requests = listen(page)
    await page.addInitScript(
      ([wallets]) => {
        localStorage.setItem('@latchkey/version', '1')
        localStorage.setItem('@latchkey/recent-wallets', String(wallets))
      },
      [
        JSON.stringify([
          {
            id: 'late',
            name: 'Late wallet',
            homepage: 'https://late.example',
            image_url: `${devnet.api}/late.svg`,
          },
        ]),
      ],
    )
    await open(page, devnet.demo)
    await expect(drawn(page).filter({ hasText: 'Late wallet' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: /Late wallet/ })).toBeHidden()
    await idle(page)
    expect(requests.filter((url) => url.startsWith(devnet.api))).toEqual([])

    await connectButtonOf(page).click()
    const modal = modalOf(page)
    await expect(walletRowOf(modal, /^Late wallet/)).toBeVisible()
    await expect.poll(() => requests).toContain(`${devnet.api}/late.svg`)
    // the next opening begins at the top of the first screen, with its initial focus
    await modal.getByRole('button', { name: 'All wallets' }).click()
    await expect(modal).toHaveAccessibleName('All wallets')
    await page.keyboard.press('Escape')
    await expect(drawn(page).filter({ hasText: 'Late wallet' })).toHaveCount(1)
    await connectButtonOf(page).click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await expect(modal.locator('.screen-body button').first()).toBeFocused()
  })

  test('it shows later changes, and is not shown when another screen is opened', async ({
    page,
    devnet,
  }) => {
    await open(page, devnet.demo)
    await expect(drawn(page).first()).toBeAttached()
    await test.step('the screen shows a wallet that announces itself later', async () => {
      await page.evaluate(() => {
        const detail = Object.freeze({
          info: { uuid: crypto.randomUUID(), name: 'Late wallet', rdns: 'example.late', icon: '' },
          provider: { request: () => new Promise(() => {}), on() {}, removeListener() {} },
        })
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      })
      await connectButtonOf(page).click()
      await expect(walletRowOf(modalOf(page), /^Late wallet/)).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await test.step('another button does not show the first screen while its own screen is loading', async () => {
      await expect(drawn(page).first()).toBeAttached()
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await held
        await route.continue()
      })
      await page.getByRole('banner').getByRole('button', { name: 'Latchkey Devnet' }).click()
      const modal = modalOf(page)
      await expect(modal).toBeVisible()
      await expect(modal.getByText('Connect wallet')).toBeHidden()
      await expect(walletRowOf(modal)).toBeHidden()
      release()
      await expect(modal).toHaveAccessibleName('Choose a network')
    })
  })

  test('it is not rendered for a connected visitor', async ({ page, devnet }) => {
    await connect(page, `${devnet.demo}/?wallet=approve`)
    await expect(modalOf(page)).toBeHidden()
    await expect(page.locator('[data-latchkey] dialog')).toBeAttached()
    await expect(drawn(page)).toHaveCount(0)
  })
})

test('the modal’s code loads automatically', async ({ page, devnet }) => {
  await test.step('in the language of the page', async () => {
    const requests = listen(page)
    await page.goto(`${devnet.demo}/?wallet=approve&locale=de`)
    await expect
      .poll(() => isFetched(requests, chunkWith('Noch keine Wallet in diesem Browser')))
      .toBe(true)
  })
  await test.step('on a fast network, or one with an invalid report', async () => {
    const requests = listen(page)
    await network(page, { saveData: 'false', effectiveType: 4 })
    await open(page, devnet.demo)
    await expect.poll(() => isFetched(requests, modalChunk())).toBe(true)
  })
  await test.step('soon after the page, where the browser does not report idle time', async () => {
    const requests = listen(page)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'))
    await open(page, devnet.demo)
    await expect.poll(() => isFetched(requests, modalChunk())).toBe(true)
  })
})

const savers: Record<string, object> = {
  'saves data': { saveData: true },
  'has a slow network': { effectiveType: '2g' },
  'has a very slow one': { effectiveType: 'slow-2g' },
}
test('with `preload: press`, or for a visitor who saves data, the modal’s code loads when the pointer is over the button', async ({
  page,
  devnet,
}) => {
  for (const [visitor, connection] of Object.entries({
    'of a site that says so': undefined,
    ...savers,
  }))
    await test.step(visitor, async () => {
      const requests = listen(page)
      if (connection) await network(page, connection)
      await open(page, devnet.demo, connection ? {} : { preload: 'press' })
      await idle(page)
      expect(isFetched(requests, modalChunk())).toBe(false)
      await connectButtonOf(page).hover()
      await expect.poll(() => isFetched(requests, modalChunk())).toBe(true)
      await page.mouse.move(0, 0)
    })
})

test('a hidden or prerendered page waits until it is visible', async ({ page, devnet }) => {
  const requests = listen(page)
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => true }),
  )
  await open(page, devnet.demo)
  await idle(page)
  expect(isFetched(requests, modalChunk())).toBe(false)
  await page.evaluate(() => {
    Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => isFetched(requests, modalChunk())).toBe(true)
})

test('from the first press to the first row a page loads at most six files', async ({ page }) => {
  // a site with only the button: the demo has all hooks, too, and its bundler splits the kit's code
  // for them
  const site = await serveSite(
    await buildSite(new URL('../../bench/sites/press.tsx', import.meta.url)),
  )
  await page.addInitScript({
    path: fileURLToPath(new URL('../../bench/phone/wallet.js', import.meta.url)),
  })
  await page.goto(site.url)
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await idle(page)
  // counted in the page, in each frame: the list's own requests after it is shown do not count
  await page.evaluate(() => {
    const find = () =>
      [...document.querySelectorAll('[data-latchkey]')].some((host) =>
        host.shadowRoot?.querySelector('dialog[open] button.row'),
      )
    const before = performance.getEntriesByType('resource').length
    const look = (): unknown =>
      find()
        ? Object.assign(window, {
            files: performance
              .getEntriesByType('resource')
              .slice(before)
              .map(({ name }) => name),
          })
        : requestAnimationFrame(look)
    look()
  })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(walletRowOf(modalOf(page), /^A wallet/)).toBeVisible()
  // the script above sets `window.files`
  const files = await page.evaluate(() => Reflect.get(window, 'files') as string[])
  await site.close()
  expect(files.length).toBeGreaterThan(1)
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(6)
})

test('a page without the kit’s button loads the modal’s code only with `preload: idle`', async ({
  page,
  devnet,
}) => {
  const requests = listen(page)
  const openHeadless = async (options: Partial<KitOptions>) => {
    await page.goto(`${devnet.demo}/headless?wallet=approve&${withOptions(options)}`)
    await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
    await idle(page)
  }
  await openHeadless({})
  expect(isFetched(requests, modalChunk())).toBe(false)
  await openHeadless({ preload: 'idle' })
  await expect.poll(() => isFetched(requests, modalChunk())).toBe(true)
})

test('the code of unused terms, logins and sign-ins is not loaded', async ({ page, devnet }) => {
  const requests = listen(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await walletRowOf(modal, /^WalletConnect/).click()
  await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await idle(page)
  for (const text of ['latchkey-agree-first', 'email-submit', 'I further authorize the stated URI'])
    expect(isFetched(requests, chunkWith(text)), text).toBe(false)
})

test('the code of the query cache loads with the first screen that requests data from a service', async ({
  page,
  devnet,
}) => {
  const requests = listen(page)
  const queries = chunkWith('isPlaceholderData')
  const modal = await openConnect(
    page,
    `${devnet.demo}/?wallet=approve&${withOptions({ services: {} })}`,
  )
  await idle(page)
  expect(isFetched(requests, queries)).toBe(false)
  await walletRowOf(modal).click()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect.poll(() => isFetched(requests, queries)).toBe(true) // for the balances
})
