/**
 * The documentation: it is readable without JavaScript and searchable, and its playground shows the
 * real button and modal with the code of the chosen options.
 */
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { builtDocs, serveDocs } from '../fixtures/serveDocs.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { faintTexts, hasFadedTexts } from '../support/contrast.ts'

const pages = readdirSync(builtDocs).filter(
  (name) => name.endsWith('.html') && !/^(preview|playground|parts)\.html$/.test(name),
)
/** Pages whose contrast axe checks. On the other pages only `faintTexts` checks it. */
const ofEachKind = ['404.html', 'index.html', 'start.html', 'ref-evm.html']
/** The button and the modal of the playground. */
const previewOf = (page: Page) => page.frameLocator('iframe[title="The button and the modal"]')
const modalIn = (page: Page) => previewOf(page).getByRole('dialog')
const codeOf = (page: Page) => page.getByRole('region', { name: 'Code' }).locator('code')

// two tests, because a worker needs a minute for all pages
for (const [kind, names] of [
  ['page', pages.filter((name) => !name.startsWith('ref-'))],
  ['page of the reference', pages.filter((name) => name.startsWith('ref-'))],
] as const)
  test(`no ${kind} has accessibility faults in either scheme, inline scripts or styles, or third-party requests`, async ({
    page,
    docs,
  }) => {
    test.slow()
    expect(names.length).toBeGreaterThan(5)
    for (const name of names)
      await test.step(name, async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(`${docs}/${name}`)
        const body = page.locator('body')
        const isSimple = !ofEachKind.includes(name) && !(await hasFadedTexts(body))
        expect(await axe(page, isSimple ? { except: ['color-contrast'] } : {})).toEqual([])
        expect(await faintTexts(body)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(
          await axe(page, {
            only: ['link-in-text-block', ...(isSimple ? [] : ['color-contrast'])],
          }),
        ).toEqual([])
        expect(await faintTexts(body)).toEqual([])
        expect(await page.locator('script:not([src]), style, [style], [onclick]').count()).toBe(0)
        await expect(page.locator('meta[http-equiv=Content-Security-Policy]')).toHaveAttribute(
          'content',
          /^default-src 'none'; script-src 'self'; style-src 'self';/,
        )
      })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('pages are readable and linked, with coloured code, from a server and from a file', async ({
    page,
    docs,
  }) => {
    for (const from of [docs, pathToFileURL(builtDocs).href]) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${from}/guide.html`)
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(19, 20, 23)')
      await page.getByText('On this page', { exact: true }).first().click()
      await page.getByRole('link', { name: 'Buttons', exact: true }).click()
      await expect(page.getByRole('heading', { name: /^Buttons/ })).toBeInViewport()
      await expect(page.locator('.t-k').first()).toHaveCSS('color', 'rgb(242, 153, 201)')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name: 'Solana', exact: true })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: 'Solana' })).toBeVisible()
      await expect(page.getByRole('button', { name: /Search|Copy/ })).toHaveCount(0)
    }
    await page.goto(`${docs}/playground`)
    await expect(page.locator('noscript p')).toContainText('so it needs JavaScript')
  })
})

test('the search finds an option and a word, by keyboard alone, and loads its index when it opens', async ({
  page,
  docs,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(`${docs}/start`)
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
  expect(loaded.filter((url) => url.includes('search'))).toEqual([])
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const input = dialog.getByRole('searchbox', { name: 'Search the docs' })
  await expect(input).toBeFocused()
  await page.keyboard.type('customRpcUrls')
  await expect(dialog.getByRole('link', { name: /Options of createKit/ })).toBeVisible()
  expect(await axe(page, { within: 'dialog.search' })).toEqual([])
  await input.fill('useBalances')
  await expect(dialog.getByRole('link').first()).toHaveAccessibleName(/^useBalances/)
  await input.fill('gibberish that nobody wrote')
  await expect(dialog.getByRole('status')).toContainText('Nothing is called')
  await input.fill('phone relay')
  await expect(dialog.getByRole('link').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rainbowkit')
  await expect(dialog.getByRole('link').first()).toContainText('RainbowKit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\.html/)
  await expect(page.getByRole('main')).toContainText('RainbowKit')
})

test('a keyboard user can skip to the content; the chosen colour scheme is stored', async ({
  page,
  docs,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${docs}/guide`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: 'Use dark colours' }).click()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(19, 20, 23)')
  await page.goto(`${docs}/swap`)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(19, 20, 23)')
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Copy the code' }).first().click()
  await expect(page.getByText('Copied')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('no page is wider than the window', async ({ page, docs }) => {
    for (const name of ['index', 'guide', 'api', 'from-appkit', 'ref-latchkey', 'playground']) {
      await page.goto(`${docs}/${name}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        name,
      ).toBeLessThanOrEqual(360)
    }
  })

  test('no kind of page has accessibility faults, also with its menu open', async ({
    page,
    docs,
  }) => {
    for (const name of ofEachKind)
      await test.step(name, async () => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.goto(`${docs}/${name}`)
          await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
          expect(await axe(page)).toEqual([])
          const menu = page.getByRole('button', { name: 'Menu' })
          if (!(await menu.isVisible())) continue
          await menu.click()
          await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
          expect(await axe(page)).toEqual([])
        }
      })
  })
})

test.describe('a missing address', () => {
  test.use({ allowConsole: [/the server responded with a status of 404/] })

  test('has a page with links, at any depth of the path', async ({ page, docs }) => {
    const response = await page.goto(`${docs}/some/where/deep`)
    expect(response?.status()).toBe(404)
    await page.getByRole('main').getByRole('link', { name: 'guide' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible()
  })
})

test('the site works under any path, including its search, parts and playground', async ({
  page,
}) => {
  const { url, close } = await serveDocs(undefined, '/any/path')
  await page.goto(`${url}/parts`)
  await expect(page.getByRole('button', { name: 'Review swap' })).toHaveCount(2)
  await page.keyboard.press('/')
  await page.keyboard.type('customRpcUrls')
  await page.getByRole('link', { name: /Options of createKit/ }).click()
  await expect(page).toHaveURL(`${url}/guide.html#options-of-createkit`)
  await page.goto(`${url}/playground`)
  await expect(modalIn(page).getByRole('button', { name: /^Development wallet/ })).toBeVisible()
  await close()
})

test('the page of parts shows each part in both modes, without accessibility faults', async ({
  page,
  docs,
}) => {
  await page.goto(`${docs}/parts`)
  await expect(page.getByRole('button', { name: 'Review swap' })).toHaveCount(2)
  const sections = page.locator('.part')
  expect(await sections.count()).toBeGreaterThan(15)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page)).toEqual([])
  }
})

test('the playground shows chosen options in the modal and in the code, and stores them in the URL', async ({
  page,
  docs,
}) => {
  await page.goto(`${docs}/playground`)
  const modal = modalIn(page)
  const card = modal.locator('.card')
  await expect(modal.getByRole('button', { name: /^Development wallet/ })).toBeVisible()
  // the devnet of this test has no e-mail wallet
  await expect(modal.getByRole('textbox', { name: /e-?mail/i })).toHaveCount(0)
  await expect(card).toHaveCSS('background-color', 'rgb(22, 23, 27)')
  expect(await axe(page)).toEqual([])

  await page.getByRole('combobox', { name: /^Preset/ }).selectOption('ember')
  await expect(card).toHaveCSS('background-color', 'rgb(27, 21, 18)')
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect(card).toHaveCSS('background-color', 'rgb(255, 250, 246)')
  const accent = page.getByRole('textbox', { name: 'Accent --lk-accent' })
  await accent.fill('#006040')
  await expect(accent).toBeFocused() // the preview's modal takes no focus
  await expect(codeOf(page)).toContainText(`themeVariables: { ...ember, '--lk-accent': '#006040' }`)
  await expect(previewOf(page).locator('.page-button, [data-latchkey] button').first()).toHaveCSS(
    'background-color',
    'rgb(0, 96, 64)',
  )

  await page
    .getByRole('group', { name: 'Size size' })
    .getByRole('radio', { name: 'Compact' })
    .check()
  // without phones the page makes another kit, and the modal opens again
  await page.getByRole('switch', { name: /^Phones/ }).uncheck()
  await expect(page.getByRole('switch', { name: /^Phones/ })).toBeFocused()
  await expect(modal.getByRole('button', { name: /^WalletConnect/ })).toHaveCount(0)
  await expect(codeOf(page)).toContainText('enableWalletConnect: false')
  await expect(codeOf(page)).toContainText('<ConnectButton size="compact" />')
  await page.reload()
  await expect(codeOf(page)).toContainText('enableWalletConnect: false')
  await expect(card).toHaveCSS('background-color', 'rgb(255, 250, 246)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axe(page)).toEqual([])

  await accent.fill('')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/playground$/)
  await expect(card).toHaveCSS('background-color', 'rgb(22, 23, 27)')
})

test('the playground shows groups of wallets, texts, links and the site’s own sign-in', async ({
  page,
  docs,
}) => {
  await page.goto(`${docs}/playground`)
  const modal = modalIn(page)
  await expect(modal.getByRole('button', { name: /^Development wallet/ })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  const size = page.getByRole('group', { name: 'Modal modalSize' })
  await size.getByRole('radio', { name: 'Wide' }).check()
  await expect(codeOf(page)).toContainText(`modalSize: 'wide'`)
  await expect(modal.locator('.card')).toHaveCSS('width', '768px')
  await size.getByRole('radio', { name: 'Compact' }).check()
  await expect(modal.getByRole('button', { name: /^Development wallet/ })).toBeVisible()
  for (const title of ['Which wallets', 'Words and links'])
    await page.getByRole('heading', { name: title, exact: true }).click()
  const group = page.getByRole('group', { name: 'A group at the top walletGroups' })
  await group.getByRole('checkbox', { name: 'MetaMask' }).check()
  await group.getByRole('checkbox', { name: 'Phones' }).check()
  await group.getByRole('button', { name: 'Move Phones up' }).click()
  await expect(modal.getByRole('heading', { name: 'Recommended' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Its heading walletGroups' }).fill('Our choice')
  await expect(codeOf(page)).toContainText(
    `walletGroups: [{ name: 'Our choice', walletIds: ['walletConnect', 'io.metamask'] }]`,
  )
  await expect(modal.getByRole('heading', { name: 'Our choice' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Title texts' }).fill('Log in')
  await expect(modal.getByRole('heading', { name: 'Log in' })).toBeVisible()
  const disclaimer = page.getByRole('textbox', { name: 'A sentence below disclaimer' })
  await disclaimer.pressSequentially('Markets fall.')
  await expect(disclaimer).toBeFocused()
  await expect(modal.getByText('Markets fall.')).toBeVisible()
  await page.getByRole('switch', { name: /^Link to a privacy policy/ }).check()
  await expect(modal.getByRole('link', { name: /privacy/i })).toHaveAttribute(
    'href',
    'https://example.org/privacy',
  )
  expect(await axe(page)).toEqual([])

  await page.getByRole('heading', { name: 'Site', exact: true }).click()
  await page.getByRole('radio', { name: 'Required' }).check()
  await expect(codeOf(page)).toContainText('siwx: localSiwx(),')
  await modal.getByRole('button', { name: /^Development wallet/ }).click()
  await expect(modal.getByRole('button', { name: /sign/i })).toBeVisible()
  await modal.getByRole('button', { name: /sign/i }).click()
  await expect(previewOf(page).getByRole('banner')).toContainText('0xf3')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the playground connects a wallet, also in Arabic', async ({ page, docs }) => {
  await page.goto(`${docs}/playground#locale=ar&balance=1&network=icon`)
  await expect(modalIn(page).locator('xpath=ancestor-or-self::*[@dir]').last()).toHaveAttribute(
    'dir',
    'rtl',
  )
  await modalIn(page)
    .getByRole('button', { name: /Development wallet/ })
    .click()
  await expect(modalIn(page)).toBeHidden()
  const banner = previewOf(page).getByRole('banner')
  await expect(banner).toContainText('0xf3')
  await expect(banner).toContainText('ETH')
  await page.getByRole('button', { name: 'Open the modal' }).click()
  await expect(modalIn(page).getByRole('list').first()).toContainText('ETH')
})

test('the playground of a hosted site says that it has no services, lists wallets, and sends no request', async ({
  page,
}) => {
  const { url, close } = await serveDocs()
  await page.goto(
    `${url}/playground#mode=lilac&networks=,,&socials=google,google&__proto__=1&--lk-bg=%7D%3Bred`,
  )
  await expect(page.getByText('No services stand behind this page')).toBeVisible()
  await expect(codeOf(page)).toContainText('networks: [mainnet, base]')
  await modalIn(page)
    .getByRole('button', { name: /^Development wallet/ })
    .click()
  await expect(previewOf(page).getByRole('banner')).toContainText('0xf3')
  await close()
})
