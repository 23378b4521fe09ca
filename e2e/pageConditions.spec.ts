/** What browsers and extensions do to a page: translate it, inject styles and elements, take storage away, prepare it unseen, print it. The public reports of each are named. */
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { launchOptions } from '../scripts/launchOptions.mjs'
import { expect, test } from './fixtures/test.ts'
import { connectButtonOf, accountButtonOf, modalOf, openAccount, openConnect, visitConnected, walletRowOf } from './support/site.ts'

/** Wraps every text of the page in `<font>`, as Google's translation does, and goes on with what is drawn later. */
function translate(): void {
  const wrap = (root: Document | ShadowRoot | Element) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text) // SHOW_TEXT
    for (const text of texts) {
      const { parentElement } = text
      if (!text.data.trim() || !parentElement || parentElement.closest('font, script, style, textarea, [translate=no]')) continue
      const font = document.createElement('font')
      font.style.verticalAlign = 'inherit'
      font.append(document.createElement('font'))
      text.replaceWith(font)
      font.firstElementChild?.append(`${text.data} `)
    }
  }
  const follow = (root: Document | ShadowRoot) => {
    wrap(root)
    new MutationObserver(() => wrap(root)).observe(root, { childList: true, subtree: true, characterData: true })
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

/** Puts style sheets, attributes and elements into the page and every open shadow root, as extensions for dark pages and for passwords do. */
function inject(): void {
  const known = new Set<Document | ShadowRoot>()
  const dress = (root: Document | ShadowRoot) => {
    for (const field of root.querySelectorAll('input')) if (field.nextElementSibling?.localName !== 'x-password-button') field.after(document.createElement('x-password-button'))
    for (const part of root.querySelectorAll<HTMLElement>('button, p, h2')) part.dataset['darkreaderInlineColor'] = ''
    if (known.has(root)) return
    known.add(root)
    const style = document.createElement('style')
    style.className = 'darkreader darkreader--override'
    style.textContent = '* { border-color: #736b5e; color: #e8e6e3 } x-password-button { position: absolute }'
    if (root instanceof Document) root.head.append(style)
    else root.prepend(style)
  }
  setInterval(() => {
    dress(document)
    for (const { shadowRoot } of document.querySelectorAll('*')) if (shadowRoot) dress(shadowRoot)
  }, 20)
}

/** Walks through screens that change their texts: connecting, the account with its tabs, sending, networks, leaving. */
async function walk(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('header').getByRole('button', { name: /Connect wallet/ }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: /^Development wallet/ }).click()
  await expect(modal).toBeHidden()
  await page.locator('header').getByRole('button', { name: /0x/ }).first().click()
  for (const tab of [/NFTs/, /Activity/, /Tokens/]) await modal.getByRole('tab', { name: tab }).click()
  await modal.getByRole('button', { name: /^Send/ }).click()
  await modal.getByRole('textbox', { name: /Amount/ }).fill('0.1')
  await modal.getByRole('button', { name: /^Back/ }).click()
  await modal.getByRole('button', { name: /^Disconnect/ }).click()
  await expect(page.locator('header').getByRole('button', { name: /Connect wallet/ })).toBeVisible()
  await page.locator('header').getByRole('button', { name: /Connect wallet/ }).click()
  await expect(modal.getByRole('button', { name: /^Development wallet/ })).toBeVisible()
}

/** Opens the demo in a frame of another site's page, without rights. */
async function hold(page: Page, url: string, sandbox?: string): Promise<void> {
  await page.goto(url.replace('localhost', '127.0.0.1'))
  await page.evaluate(([src, sandbox]) => {
    const frame = document.createElement('iframe')
    if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox)
    frame.style.cssText = 'inline-size: 900px; block-size: 600px; border: 0'
    frame.src = src
    document.body.replaceChildren(frame)
  }, [`${url}/?wallet=approve`, sandbox] as const)
}

test('a page that is translated while it changes: facebook/react#11538, frzyc/genshin-optimizer#2076', async ({ page, devnet }) => {
  await page.addInitScript(translate)
  await walk(page, `${devnet.demo}/?wallet=approve`)
  expect(await modalOf(page).locator('font').count()).toBeGreaterThan(5)
})

test('styles and elements that extensions inject: darkreader/darkreader#3918, mdn/bob#538', async ({ page, devnet }) => {
  await page.addInitScript(inject)
  await walk(page, `${devnet.demo}/?wallet=approve`)
})

test('in print the page is read, with or without the modal: CSOIreland/PxStat#80, angular-ui/bootstrap#2347', async ({ page, devnet }) => {
  await openConnect(page, devnet.demo)
  await page.emulateMedia({ media: 'print' })
  await page.screenshot({ path: '/tmp/b2-print.png' })
  const isCovered = await page.evaluate(() => document.elementFromPoint(20, 20)?.matches('[data-latchkey]'))
  expect(isCovered).toBe(false)
})

test('a page inside of a sandbox without storage and rights: walletconnect-monorepo#3650, rainbowkit#2294', async ({ page, devnet, guard }) => {
  await hold(page, devnet.demo, 'allow-scripts')
  const frame = page.frameLocator('iframe')
  await frame.getByRole('banner').getByRole('button', { name: 'Connect wallet', exact: true }).click({ timeout: 8_000 })
  await frame.locator('[data-latchkey]').getByRole('dialog').getByRole('button', { name: /^Development wallet/ }).click()
  console.log(guard.takeProblems())
})

test('a page inside of another without rights: what can not be copied is told: onflow/fcl-discovery#263', async ({ page, devnet, guard }) => {
  await hold(page, devnet.demo)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('banner').getByRole('button', { name: 'Connect wallet', exact: true }).click()
  const modal = frame.locator('[data-latchkey]').getByRole('dialog')
  await modal.getByRole('button', { name: /^Development wallet/ }).click()
  await frame.getByRole('banner').getByRole('button', { name: /^Account/ }).click()
  await modal.getByRole('button', { name: /Copy address/ }).click()
  await page.waitForTimeout(500)
  console.log('COPY', await modal.getByRole('status').allTextContents(), await modal.getByRole('button', { name: /[Cc]op/ }).allTextContents())
  console.log(guard.takeProblems())
})

test('two tabs that connect and leave at once agree in the end: ton-connect/sdk#569, wagmi#4679', async ({ context, page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const other = await context.newPage()
  await other.goto(`${devnet.demo}/?wallet=approve`)
  await expect(accountButtonOf(other)).toBeVisible()
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await openAccount(page), await openAccount(other)]
    await Promise.all([one, two].map((modal) => modal.getByRole('button', { name: 'Disconnect' }).click({ timeout: 3_000 }).catch(() => {})))
    for (const tab of [page, other]) await expect(connectButtonOf(tab)).toBeVisible()
    for (const tab of [page, other]) await tab.keyboard.press('Escape')
    await Promise.all([page, other].map(async (tab) => {
      await connectButtonOf(tab).click({ timeout: 5_000 }).catch(() => {})
      await walletRowOf(modalOf(tab)).click({ timeout: 5_000 }).catch(() => {})
    }))
    for (const tab of [page, other]) await expect(accountButtonOf(tab)).toBeVisible()
    for (const tab of [page, other]) await tab.keyboard.press('Escape')
    for (const tab of [page, other]) await expect(modalOf(tab)).toBeHidden()
  }
  const stored = await Promise.all([page, other].map((tab) => tab.evaluate(() => localStorage.getItem('@latchkey/connection-status'))))
  expect(stored).toEqual(['"connected"', '"connected"'])
})

test('a screen reader finds the modal alone, also from right to left: appkit#710', async ({ page, devnet }) => {
  for (const locale of ['en', 'ar']) {
    await page.goto(`${devnet.demo}/?locale=${locale}`)
    await page.locator('header [data-latchkey]').getByRole('button').last().click()
    const modal = modalOf(page)
    await expect(modal).toBeVisible()
    const client = await page.context().newCDPSession(page)
    const { nodes } = (await client.send('Accessibility.getFullAXTree')) as { nodes: { ignored: boolean; role?: { value: string }; name?: { value: string }; backendDOMNodeId?: number }[] }
    const said = nodes.filter(({ ignored, role }) => !ignored && ['button', 'link', 'heading', 'dialog', 'textbox', 'status'].includes(role?.value ?? '')).map(({ role, name }) => `${role?.value} ${name?.value}`)
    console.log(locale, said)
  }
})

test('nothing moves for those who want no motion: stacks/connect#… prefers-reduced-motion', async ({ page, devnet }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(devnet.demo)
  await connectButtonOf(page).click()
  const moving = await modalOf(page).evaluate((dialog) => (dialog.getRootNode() as ShadowRoot).getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame).filter((key) => ['translate', 'transform', 'scale', 'blockSize', 'height'].includes(key)))))
  expect(moving).toEqual([])
})

for (const [width, height] of [[320, 256], [640, 512]] as const)
  test(`at ${width} × ${height}, as a page at ${1280 / width * 100} %, everything is reached: carbon#20259, accessibility-checker#1779`, async ({ page, devnet }) => {
    await page.setViewportSize({ width, height })
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    const modal = await openAccount(page, page.getByRole('banner').getByRole('button', { name: /0x/ }).first())
    for (const button of await modal.getByRole('button').all()) {
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width + 1, await button.textContent() ?? '').toBe(true)
    }
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(modal).toBeHidden()
  })

test('a page that a browser prepares unseen: WICG/nav-speculation#90', async ({ page, devnet }) => {
  await page.goto(`${devnet.demo}/?before`)
  await page.evaluate((url) => document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: JSON.stringify({ prerender: [{ urls: [url], eagerness: 'immediate' }] }) })), `${devnet.demo}/?wallet=approve`)
  await page.waitForTimeout(2_000)
  await Promise.all([page.waitForURL(/wallet=approve/), page.evaluate((url) => void (location.href = url), `${devnet.demo}/?wallet=approve`)])
  console.log('PRERENDER', await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as unknown as { activationStart: number }).activationStart))
  await connectButtonOf(page).click()
  await walletRowOf(modalOf(page)).click()
  await expect(accountButtonOf(page)).toBeVisible()
})

test('a page that comes back from the back/forward cache, with the modal open, after another tab has left: stashapp/stash#6456, webext-bridge#43', async ({ devnet }) => {
  const options = await launchOptions()
  const browser = await chromium.launch({ ...options, ignoreDefaultArgs: [...options.ignoreDefaultArgs, '--disable-back-forward-cache'] })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => window.addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await openAccount(page)
  await page.evaluate(() => void (location.href = '/missing.html'))
  await page.waitForURL(/missing/).catch(() => {})
  const other = await context.newPage()
  await other.goto(`${devnet.demo}/?wallet=approve`)
  const account = await openAccount(other)
  await account.getByRole('button', { name: 'Disconnect' }).click()
  await expect(connectButtonOf(other)).toBeVisible()
  await page.evaluate(() => history.back()).catch(() => {})
  await page.waitForTimeout(1_500)
  console.log('BFCACHE persisted', await page.evaluate(() => (window as unknown as { persisted?: boolean }).persisted).catch(String), await page.evaluate(() => JSON.stringify((performance.getEntriesByType('navigation')[0] as unknown as { notRestoredReasons: unknown }).notRestoredReasons)).catch(String))
  await page.screenshot({ path: '/tmp/b2-bf.png' })
  await expect(connectButtonOf(page)).toBeVisible()
  await browser.close()
})
