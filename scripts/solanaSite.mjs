// `npm run solana`: builds tests/outside/solanaSite outside the workspace, from the packed kit, with
// @solana/react on @solana/kit 7 and with the Mobile Wallet Adapter, and visits it in a real
// browser. It installs 350 packages from the npm registry that no other test needs, so `npm test`
// leaves it out.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const home = mkdtempSync(join(tmpdir(), 'latchkey-solana-'))
const androidAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const text = new TextEncoder().encode('Good morning')

async function install() {
  cpSync(join(root, 'tests/outside/solanaSite'), home, { recursive: true })
  const packed = await run(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', home],
    { cwd: join(root, 'packages/kit'), capture: true },
  )
  const [, archive] = /(\S+\.tgz)\s*$/.exec(packed.output) ?? []
  assert.ok(archive, packed.output)
  const installed = await run(
    'npm',
    [
      'install',
      join(home, archive),
      '--ignore-scripts',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: home },
  )
  assert.equal(installed.code, 0, 'npm could not install the packages of the site')
}

async function start() {
  const input = ['index', 'mobile'].map((page) => join(home, `${page}.html`))
  // React runs as in development: StrictMode runs effects twice
  const define = { 'process.env.NODE_ENV': '"development"' }
  const outDir = join(home, 'dist')
  await build({
    root: home,
    configFile: false,
    logLevel: 'error',
    define,
    resolve: { dedupe: ['react', 'react-dom', '@solana/kit'] },
    build: { target: 'es2022', reportCompressedSize: false, outDir, rolldownOptions: { input } },
  })
  const server = await preview({
    root: home,
    configFile: false,
    logLevel: 'error',
    preview: { port: 0, host: 'localhost' },
    build: { outDir },
  })
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() }
}

/** Whether an account signed these bytes; all in hex. */
function isSigned(publicKey, bytes, signature) {
  const key = createPublicKey({
    key: Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(publicKey, 'hex'),
    ]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, bytes, key, Buffer.from(signature, 'hex'))
}

/**
 * Checks that the hooks of `@solana/react` and the kit share one connection: both show it, each of
 * them can end it, and the wallet signs for the hooks.
 */
async function visitLibrary(browser, url) {
  const page = await browser.newPage()
  const wrong = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  const addresses = async (wanted) => {
    for (const of of ['kit', 'library'])
      await page.getByTestId(`${of} address`).filter({ hasText: wanted }).waitFor()
  }
  const [first, second] = [
    'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
  ]
  const act = async (name, form) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.locator('output').filter({ hasText: form }).waitFor()
    return page.locator('output').innerText()
  }
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect by the library', exact: true }).click()
  await page
    .locator('[data-latchkey]')
    .getByRole('dialog')
    .getByRole('button', { name: /^Mine/ })
    .click()
  await addresses(first)
  const publicKey = await page.getByTestId('public key').innerText()
  assert.ok(isSigned(publicKey, text, await act('Sign', /^[\da-f]{128}$/)), 'the text is signed')
  const transaction = Buffer.from(await act('Sign a transaction', /^01[\da-f]{200,}$/), 'hex')
  assert.ok(
    isSigned(publicKey, transaction.subarray(65), transaction.subarray(1, 65).toString('hex')),
    'the transaction is signed',
  )
  await page.reload()
  await addresses(first)
  await page.evaluate((address) => window.share([address]), second)
  await page.getByTestId('kit address').filter({ hasText: second }).waitFor()
  await page.getByRole('button', { name: 'Disconnect by the library' }).click()
  await addresses('nobody')
  assert.deepEqual(wrong, [])
  await page.close()
}

/** The browser permission that a page needs for a request to the phone. */
const allowed = ['local-network-access']

/**
 * Checks the case without the browser permission: the Mobile Wallet Adapter explains the browser's
 * question in a window inside the page. The window must be above the kit's dialog and must get
 * presses.
 */
async function visitUnasked(browser, url) {
  const context = await browser.newContext({
    userAgent: androidAgent,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.goto(`${url}mobile.html`)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .locator('[data-latchkey]')
    .getByRole('dialog')
    .getByRole('button', { name: /^Mobile Wallet Adapter/ })
    .click()
  await page.waitForFunction(
    () => !document.elementFromPoint(innerWidth / 2, innerHeight - 20)?.closest('[data-latchkey]'),
  )
  await context.close()
}

/**
 * Checks the Mobile Wallet Adapter in the kit's list. On an Android phone, the list contains it
 * once, and a press opens an app by the adapter's own link. On other devices, the list does not
 * contain it.
 */
async function visitMobile(browser, url) {
  for (const isAndroid of [true, false]) {
    const context = await browser.newContext(
      isAndroid
        ? {
            userAgent: androidAgent,
            viewport: { width: 390, height: 844 },
            isMobile: true,
            hasTouch: true,
            permissions: allowed,
          }
        : {},
    )
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Page.enable')
    const links = []
    client.on('Page.frameRequestedNavigation', ({ url: link }) => links.push(link))
    await page.goto(`${url}mobile.html`)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const modal = page.locator('[data-latchkey]').getByRole('dialog')
    const rows = modal.getByRole('button', { name: /^Mobile Wallet Adapter/ })
    await modal.waitFor()
    if (isAndroid) {
      await rows.click()
      for (
        let tries = 0;
        tries < 100 && !links.some((link) => link.startsWith('solana-wallet:'));
        tries++
      )
        await page.waitForTimeout(100)
      assert.match(links.at(-1) ?? '', /^solana-wallet:\/v1\/associate\/local\?association=/)
    } else assert.equal(await rows.count(), 0)
    await context.close()
  }
}

await ensureInstalled()
await ensureBuilt()
try {
  await install()
  const { url, stop } = await start()
  const browser = await chromium.launch(
    await launchOptions({ executablePath: await ensureChromium() }),
  )
  try {
    await visitLibrary(browser, url)
    console.log('@solana/react on @solana/kit 7 and the kit share one connection.')
    await visitUnasked(browser, url)
    await visitMobile(browser, url)
    console.log('The Mobile Wallet Adapter has its row on Android, and opens an app.')
  } finally {
    await browser.close()
    await stop()
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
