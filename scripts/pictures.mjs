// Takes the README's pictures of the demo site: `node scripts/pictures.mjs`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDemoBuilt, ensurePhoneBuilt, ensureWalletBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { launchOptions } from './launchOptions.mjs'
import { root } from './root.mjs'

await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { startLatchkey } = await import('../devnet/src/startLatchkey.ts')
const { chromium } = await import('@playwright/test')

const folder = join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })
const latchkey = await startLatchkey({
  demoFolder: await ensureDemoBuilt(),
  phoneFolder: await ensurePhoneBuilt(),
  walletFolder: await ensureWalletBuilt(),
  ports: 'free',
})
// the scale is that of the contexts, for frames of other sites, too
const browser = await chromium.launch(
  await launchOptions({ args: ['--force-device-scale-factor=2'] }),
)

/**
 * Runs in the page: waits until finite animations have ended and pictures are decoded. The wait for
 * pictures has a short limit, because the browser does not fetch pictures outside the visible part.
 */
async function atRest(dialog) {
  const ending = dialog
    .getAnimations({ subtree: true })
    .filter(
      (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
  const moment = new Promise((resolve) => setTimeout(resolve, 3_000))
  const decoded = Promise.allSettled(
    [...dialog.querySelectorAll('img')].map((picture) => picture.decode()),
  )
  await Promise.allSettled([
    ...ending.map(({ finished }) => finished),
    Promise.race([decoded, moment]),
  ])
}

/** Takes a picture of one screen of `/screens`, as a visitor with a pointer sees it. */
async function take(name, screen, { theme, locale = 'en', ...context }) {
  const page = await (await browser.newContext({ deviceScaleFactor: 2, ...context })).newPage()
  await page.goto(
    `${latchkey.addresses.demo}/screens?${new URLSearchParams({ screen, theme, locale })}`,
  )
  await page.waitForFunction(() => document.documentElement.dataset.screen === 'ready')
  await page.getByRole('heading', { level: 2 }).click() // hides the keyboard's focus ring
  await page.locator('dialog[open]').evaluate(atRest)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.context().close()
}

/** Takes a picture of the demo's modal with these options of the kit, just after it has opened. */
async function takeOpened(name, { theme, kit, ...context }) {
  const page = await (await browser.newContext({ deviceScaleFactor: 2, ...context })).newPage()
  await page.goto(
    `${latchkey.addresses.demo}/?${new URLSearchParams({ theme, wallet: 'two', kit: JSON.stringify(kit) })}`,
  )
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('list', { name: 'Wallets' }).and(page.locator('[aria-busy=false]')).waitFor()
  // hides the keyboard's focus ring
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().click()
  await page.locator('dialog[open]').evaluate(atRest)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.context().close()
}

/** Takes a picture of the permission that the e-mail wallet shows to a new subscriber. */
async function takePermission(name, { theme, ...context }) {
  const { demo, inbox } = latchkey.addresses
  const email = `${name}@example.org`
  const page = await (await browser.newContext({ deviceScaleFactor: 2, ...context })).newPage()
  await page.goto(`${demo}/?${new URLSearchParams({ theme })}`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Code from the e-mail' })
  await field.waitFor()
  let mail
  while (!mail) [mail] = await (await fetch(`${inbox}/messages.json?to=${email}`)).json()
  await field.pressSequentially(/\d{6}/.exec(mail.subject)[0])
  await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().waitFor()
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  // Ether for the upgrade of the account
  const params = [/0x[\da-f]{40}/i.exec(stored)[0], '0xde0b6b3a7640000']
  await fetch(latchkey.addresses.chains['eip155:31337'], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params }),
  })
  await page.getByRole('button', { name: /^Subscribe/ }).click()
  const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
  await frame.getByRole('heading', { name: 'Give a permission' }).waitFor()
  await frame.getByText(/^Up to/).waitFor()
  await frame.getByText(/^about /).waitFor() // what comes last: the worst case in money
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.context().close()
}

const desktop = { viewport: { width: 440, height: 700 } }
const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }
try {
  await take('connect', 'connect-several-wallets', { ...desktop, theme: 'light' })
  await take('all-wallets', 'allwallets-two-of-them-installed', { ...desktop, theme: 'dark' })
  await take('scan', 'connectingwalletconnect-a-code', { ...desktop, theme: 'dark' })
  await take('account', 'account-tokens', { ...phone, theme: 'light' })
  await take('activity', 'account-activity-of-two-years', { ...phone, theme: 'dark' })
  await take('nfts', 'account-nfts-of-one-s-own', { ...phone, theme: 'light' })
  await take('send', 'sendpreview-a-token-that-takes-a-fee', { ...phone, theme: 'light' })
  await take('solana-account', 'account-on-solana-tokens', { ...phone, theme: 'dark' })
  await take('solana-send', 'sendpreview-on-solana-a-token-to-somebody-who-has-no-account-for-it', {
    ...phone,
    theme: 'light',
  })
  await take('solana-connect', 'switchactivechain-wallets-to-choose-from', {
    ...desktop,
    theme: 'dark',
  })
  await take('swap', 'swap-the-best-offer-its-conditions', { ...phone, theme: 'dark' })
  await take('buy', 'onrampproviders-offers', { ...phone, theme: 'light' })
  await take('login', 'emailverifyotp-code-half-of-it-written', { ...phone, theme: 'light' })
  await takePermission('permission', { ...phone, theme: 'light' })
  await take('connect-arabic', 'connect-several-wallets', {
    ...desktop,
    theme: 'dark',
    locale: 'ar',
  })
  await take('what-is-a-wallet', 'whatisawallet-in-short', { ...phone, theme: 'dark' })
  await takeOpened('wide', {
    viewport: { width: 900, height: 640 },
    theme: 'light',
    kit: { modalSize: 'wide' },
  })
} finally {
  await browser.close()
  await latchkey.close()
}
