/**
 * Changes that browsers and extensions make to a page: they translate it, inject styles and
 * elements, remove rights, print it. The titles of the tests name public reports of each problem.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import {
  connectButtonOf,
  accountButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'

/** Wraps every text of the page in `<font>`, as Google's translation does, later texts included. */
function translate(): void {
  const wrap = (root: Document | ShadowRoot | Element) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text) // SHOW_TEXT finds only texts
    for (const text of texts) {
      const { parentElement } = text
      if (
        !text.data.trim() ||
        !parentElement ||
        parentElement.closest('font, script, style, textarea, [translate=no]')
      )
        continue
      const font = document.createElement('font')
      font.style.verticalAlign = 'inherit'
      font.append(document.createElement('font'))
      text.replaceWith(font)
      font.firstElementChild?.append(`${text.data} `)
    }
  }
  const follow = (root: Document | ShadowRoot) => {
    wrap(root)
    new MutationObserver(() => wrap(root)).observe(root, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  }
  follow(document)
  const known = new Set<ShadowRoot>()
  setInterval(() => {
    for (const { shadowRoot } of document.querySelectorAll('*')) {
      if (!shadowRoot || known.has(shadowRoot)) continue
      known.add(shadowRoot)
      follow(shadowRoot)
    }
  }, 20)
}

/**
 * Adds style sheets, attributes and elements to the page and every open shadow root, as extensions
 * for dark pages and for passwords do.
 */
function inject(): void {
  const known = new Set<Document | ShadowRoot>()
  const dress = (root: Document | ShadowRoot) => {
    for (const field of root.querySelectorAll('input'))
      if (field.nextElementSibling?.localName !== 'x-password-button')
        field.after(document.createElement('x-password-button'))
    for (const part of root.querySelectorAll<HTMLElement>('button, p, h2'))
      part.dataset['darkreaderInlineColor'] = ''
    if (known.has(root)) return
    known.add(root)
    const style = document.createElement('style')
    style.className = 'darkreader darkreader--override'
    style.textContent =
      '* { border-color: #736b5e; color: #e8e6e3 } x-password-button { position: absolute }'
    if (root instanceof Document) root.head.append(style)
    else root.prepend(style)
  }
  setInterval(() => {
    dress(document)
    for (const { shadowRoot } of document.querySelectorAll('*')) if (shadowRoot) dress(shadowRoot)
  }, 20)
}

/**
 * Visits screens that change their texts: connecting, the account with its tabs, sending, networks,
 * disconnecting.
 */
async function walk(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page
    .locator('header')
    .getByRole('button', { name: /Connect wallet/ })
    .click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /^Development wallet/ }).click()
  await expect(modal).toBeHidden()
  await page.locator('header').getByRole('button', { name: /0x/ }).first().click()
  for (const tab of [/NFTs/, /Activity/, /Tokens/])
    await modal.getByRole('tab', { name: tab }).click()
  await modal.getByRole('button', { name: /^Send/ }).click()
  await modal.getByRole('textbox', { name: /Amount/ }).fill('0.1')
  await modal.getByRole('button', { name: /^Back/ }).click()
  await modal.getByRole('button', { name: /^Disconnect/ }).click()
  await expect(page.locator('header').getByRole('button', { name: /Connect wallet/ })).toBeVisible()
  await page
    .locator('header')
    .getByRole('button', { name: /Connect wallet/ })
    .click()
  await expect(modal.getByRole('button', { name: /^Development wallet/ })).toBeVisible()
}

/** Opens the demo in a frame of another site's page, which gives the frame no permissions. */
async function hold(page: Page, url: string): Promise<void> {
  await page.goto(url.replace('localhost', '127.0.0.1'))
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'inline-size: 900px; block-size: 600px; border: 0'
    frame.src = src
    document.body.replaceChildren(frame)
  }, `${url}/?wallet=approve`)
}

test('the kit works on a page that the browser translates: facebook/react#11538, frzyc/genshin-optimizer#2076', async ({
  page,
  devnet,
}) => {
  await page.addInitScript(translate)
  await walk(page, `${devnet.demo}/?wallet=approve`)
  expect(await modalOf(page).locator('font').count()).toBeGreaterThan(5)
})

test('the kit works with styles and elements that extensions inject: darkreader/darkreader#3918, mdn/bob#538', async ({
  page,
  devnet,
}) => {
  await page.addInitScript(inject)
  await walk(page, `${devnet.demo}/?wallet=approve`)
})

test('in print the page is readable, without the modal: CSOIreland/PxStat#80, angular-ui/bootstrap#2347', async ({
  page,
  devnet,
}) => {
  await openConnect(page, devnet.demo)
  await page.emulateMedia({ media: 'print' })
  await expect(modalOf(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(modalOf(page)).toBeVisible()
})

test('in an iframe without clipboard permission a failed copy is reported: onflow/fcl-discovery#263', async ({
  page,
  devnet,
  guard,
}) => {
  await hold(page, devnet.demo)
  const frame = page.frameLocator('iframe')
  await frame
    .getByRole('banner')
    .getByRole('button', { name: 'Connect wallet', exact: true })
    .click()
  const modal = frame.locator('[data-latchkey]').getByRole('dialog')
  await modal.getByRole('button', { name: /^Development wallet/ }).click()
  await frame
    .getByRole('banner')
    .getByRole('button', { name: /^Account/ })
    .click()
  await modal.getByRole('button', { name: /Copy address/ }).click()
  await expect(modal.getByRole('status')).toHaveText('This browser does not allow copying')
  guard.takeProblems() // the browser has logged that it forbids copying
})

test('two tabs that connect and disconnect at the same time end in the same state: ton-connect/sdk#569, wagmi#4679', async ({
  context,
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const other = await context.newPage()
  await other.goto(`${devnet.demo}/?wallet=approve`)
  await expect(accountButtonOf(other)).toBeVisible()
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await openAccount(page), await openAccount(other)]
    await Promise.all(
      [one, two].map((modal) =>
        modal
          .getByRole('button', { name: 'Disconnect' })
          .click({ timeout: 3_000 })
          .catch(() => {}),
      ),
    )
    for (const tab of [page, other]) await expect(connectButtonOf(tab)).toBeVisible()
    for (const tab of [page, other]) await tab.keyboard.press('Escape')
    await Promise.all(
      [page, other].map(async (tab) => {
        await connectButtonOf(tab)
          .click({ timeout: 5_000 })
          .catch(() => {})
        await walletRowOf(modalOf(tab))
          .click({ timeout: 5_000 })
          .catch(() => {})
      }),
    )
    for (const tab of [page, other]) await expect(accountButtonOf(tab)).toBeVisible()
    for (const tab of [page, other]) await tab.keyboard.press('Escape')
    for (const tab of [page, other]) await expect(modalOf(tab)).toBeHidden()
  }
  const stored = await Promise.all(
    [page, other].map((tab) =>
      tab.evaluate(() => localStorage.getItem('@latchkey/connection-status')),
    ),
  )
  expect(stored).toEqual(['"connected"', '"connected"'])
})

test('a screen reader finds only the modal, also from right to left: appkit#710', async ({
  page,
  devnet,
}) => {
  for (const locale of ['en', 'ar']) {
    await page.goto(`${devnet.demo}/?locale=${locale}`)
    await page.locator('header [data-latchkey]').getByRole('button').last().click()
    const modal = modalOf(page)
    await expect(modal).toBeVisible()
    const client = await page.context().newCDPSession(page)
    // rows may arrive between the two looks at the page
    await expect(async () => {
      const { nodes } = (await client.send('Accessibility.getFullAXTree')) as {
        nodes: {
          ignored: boolean
          role?: { value: string }
          name?: { value: string }
          backendDOMNodeId?: number
        }[]
      }
      const controls = nodes
        .filter(
          ({ ignored, role }) =>
            !ignored && ['button', 'link', 'textbox'].includes(role?.value ?? ''),
        )
        .map(({ name }) => name?.value ?? '')
      const own = await modal.getByRole('button').evaluateAll((buttons) => buttons.length)
      expect(controls.length, 'those of the page are not there').toBe(own)
      expect(controls.filter((name) => name.trim() === '')).toEqual([])
      expect(
        nodes.filter(
          ({ ignored, role, name }) => !ignored && role?.value === 'dialog' && name?.value,
        ),
      ).toHaveLength(1)
    }).toPass({ timeout: 15_000 })
  }
})

test('nothing moves for visitors who prefer reduced motion: livechat/design-system#1075', async ({
  page,
  devnet,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(devnet.demo)
  await connectButtonOf(page).click()
  const moving = await modalOf(page).evaluate((dialog) =>
    (dialog.getRootNode() as ShadowRoot)
      .getAnimations()
      .flatMap(({ effect }) =>
        (effect as KeyframeEffect)
          .getKeyframes()
          .flatMap((frame) =>
            Object.keys(frame).filter((key) =>
              ['translate', 'transform', 'scale', 'blockSize', 'height'].includes(key),
            ),
          ),
      ),
  )
  expect(moving).toEqual([])
})

for (const [width, height] of [
  [320, 256],
  [640, 512],
] as const)
  test(`at ${width} × ${height}, as at a zoom of ${(1280 / width) * 100} %, every button can be reached: carbon#20259, accessibility-checker#1779`, async ({
    page,
    devnet,
  }) => {
    await page.setViewportSize({ width, height })
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(
      page,
      page.getByRole('banner').getByRole('button', { name: /0x/ }).first(),
    )
    for (const button of await modal.getByRole('button').all()) {
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      expect(
        box && box.x >= 0 && box.x + box.width <= width + 1,
        (await button.textContent()) ?? '',
      ).toBe(true)
    }
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(modal).toBeHidden()
  })
