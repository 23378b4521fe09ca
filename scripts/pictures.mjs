// Takes the pictures of the README from the demo site as it is now: `node scripts/pictures.mjs`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDemoBuilt, ensurePhoneBuilt } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { startLatchkey } = await import('../devnet/src/startLatchkey.ts')
const { chromium } = await import('@playwright/test')

const folder = join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })
const latchkey = await startLatchkey({ demoFolder: await ensureDemoBuilt(), phoneFolder: await ensurePhoneBuilt(), ports: 'free' })
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })

/** Opens the demo, connects and leaves the modal where `until` brings it. */
async function take(name, context, query, until) {
  const page = await (await browser.newContext({ deviceScaleFactor: 2, ...context })).newPage()
  await page.goto(`${latchkey.addresses.demo}/?${query}`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await until(page)
  await page.waitForTimeout(600) // the animations of the card and the pictures in it
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.context().close()
}

async function openAccount(page) {
  await page.getByRole('button', { name: /Development wallet/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByText('USD Coin').last().waitFor()
}

const desktop = { viewport: { width: 440, height: 952 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
try {
  await take('connect', desktop, 'wallet=two&theme=light', (page) => page.getByRole('button', { name: /Second wallet/ }).waitFor())
  await take('scan', desktop, 'wallet=two&theme=dark', async (page) => {
    await page.getByRole('button', { name: /WalletConnect/ }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  })
  await take('account-phone', phone, 'wallet=approve&theme=dark', openAccount)
} finally {
  await browser.close()
  await latchkey.close()
}
