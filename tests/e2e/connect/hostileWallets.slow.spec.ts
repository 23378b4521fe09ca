import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openConnect,
  visitConnected,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'
import { announceStrange } from '../support/strangeWallet.ts'

test.beforeEach(async ({ page }) => {
  await withoutRelay(page)
  page.on('dialog', () => {
    throw new Error('A wallet ran its own script')
  })
})

/** The rows of the list of wallets. */
const rowsOf = (page: Page) =>
  modalOf(page).getByRole('list', { name: 'Wallets' }).getByRole('listitem')

test('texts of wallets are shown as plain text, and a broken wallet does not affect other wallets', async ({
  page,
  devnet,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=hostile`)
  await test.step('names are cleaned and cut plain text, and no picture is requested', async () => {
    await expect(rowsOf(page).filter({ hasText: '<img src=x onerror=alert(1)>' })).toBeVisible()
    const names = await rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => row.querySelector('.row-title')?.textContent ?? ''),
    )
    expect(
      names.filter(
        (name) => Array.from(name).length > 64 || /[\p{Cc}\p{Cf}]/u.test(name) || name === '',
      ),
    ).toEqual([])
    expect(names.filter((name) => name === 'Without a provider')).toEqual([])
    expect(names).toContain('tellaw eht ton')
    // no announced text became an element or a URL
    expect(
      await modal
        .locator(
          'script, iframe, object, embed, link, [onerror], [src^="javascript:"], [src*="invalid"]',
        )
        .count(),
    ).toBe(0)
    expect(requests.filter((url) => url.includes('invalid'))).toEqual([])
  })
  await test.step('each wallet with a broken provider fails, and the honest wallet still connects', async () => {
    await expect(rowsOf(page).first()).toBeVisible()
    const otherRows = rowsOf(page).filter({ hasNotText: 'Development wallet' })
    expect(await otherRows.count()).toBeGreaterThan(3)
    for (let index = 0; index < (await otherRows.count()); index++) {
      await otherRows.nth(index).getByRole('button').click()
      await expect(modal).toContainText('That did not work in')
      await modal.getByRole('button', { name: 'Back' }).click()
      await expect(modal).toHaveAccessibleName('Connect wallet')
    }
    await walletRowOf(modal).click()
    await expect(accountButtonOf(page)).toBeVisible()
  })
})

const nonsense = {
  'no account': [],
  'markup for an account': ['<img src=x onerror=alert(1)>'],
  'numbers for accounts': [1, 2, 3],
  'objects for accounts': [{ toString: 'x' }, null],
  'half an address': ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226'],
}
test('wallets with invalid answers are not connected; unusual names and pictures work', async ({
  page,
  devnet,
}) => {
  for (const [index, [name, accounts]] of Object.entries(nonsense).entries())
    await announceStrange(page, { name: `Answers ${name}`, rdns: `example.liar${index}`, accounts })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36" onload="alert(1)"><script>alert(1)</script><rect width="36" height="36" fill="red"/></svg>'
  await announceStrange(page, {
    name: 'Drawn',
    rdns: 'example.drawn',
    icon: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  })
  for (const rdns of ['__proto__', 'constructor', 'toString'])
    await announceStrange(page, { name: `Named ${rdns}`, rdns })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await test.step('a script in an icon does not run', async () => {
    const picture = walletRowOf(modal, /^Drawn/).locator('img')
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(36) // the picture is shown
  })
  for (const name of Object.keys(nonsense))
    await test.step(name, async () => {
      await walletRowOf(modal, new RegExp(`^Answers ${name}`)).click()
      await expect(
        modal.getByRole('button', { name: /Try again|Choose another wallet/ }),
      ).toBeVisible()
      await expect(accountButtonOf(page)).toBeHidden()
      await modal.getByRole('button', { name: 'Back' }).click()
      await expect(modal).toHaveAccessibleName('Connect wallet')
    })
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await page.reload()
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }),
  ).toBeVisible()
  await test.step('wallets with names such as `__proto__` are listed and connect', async () => {
    await connectButtonOf(page).click()
    await expect(rowsOf(page).filter({ hasText: 'Named' })).toHaveCount(3)
    await walletRowOf(modal, 'Named __proto__').click()
    await expect(accountButtonOf(page)).toBeVisible()
  })
})

test('the modal works with five hundred announced wallets', async ({ page, devnet }) => {
  await page.addInitScript(() => {
    const flood = () => {
      for (let index = 0; index < 500; index++) {
        const info = {
          uuid: crypto.randomUUID(),
          name: `Wallet ${index}`,
          rdns: `example.flood${index}`,
          icon: '',
        }
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: { info, provider: { request: () => Promise.reject(new Error('no')) } },
          }),
        )
      }
    }
    window.addEventListener('eip6963:requestProvider', flood)
  })
  await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(rowsOf(page)).toHaveCount(100)
})

test('invalid announcements of wallets are ignored', async ({ page, devnet }) => {
  await page.addInitScript(() => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('trap')
        },
      },
    )
    const request = () => Promise.reject(new Error('no'))
    const details: unknown[] = [
      undefined,
      null,
      7,
      'text',
      [],
      {},
      trap,
      { info: trap, provider: { request } },
      { info: null, provider: { request } },
      { info: { name: {}, rdns: [] }, provider: { request } },
      { info: { name: 'N', rdns: 7 }, provider: { request } },
      { info: { name: 'N', rdns: '__proto__' }, provider: {} },
      {
        info: {
          name: 'Getter',
          get rdns() {
            throw new Error('trap')
          },
        },
        provider: { request },
      },
    ]
    window.addEventListener('eip6963:requestProvider', () => {
      window.dispatchEvent(new Event('eip6963:announceProvider'))
      for (const detail of details)
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
  })
  await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
})
