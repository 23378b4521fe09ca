// `npm run next`: builds e2e/nextSite with Next, outside of the workspace and from the packed kit, and signs a visitor in there, in a real browser. It needs the npm registry for
// Next, 300 MB that no other test needs, so `npm test` does without it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// a bundler treats what lies in a `node_modules` as somebody else's
const home = mkdtempSync(join(tmpdir(), 'latchkey-next-'))
const next = join(home, 'node_modules/next/dist/bin/next')
const quiet = { NEXT_TELEMETRY_DISABLED: '1' }

async function build() {
  cpSync(join(root, 'e2e/nextSite'), home, { recursive: true })
  const packed = await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', home], { cwd: join(root, 'packages/kit'), capture: true })
  const [, archive] = /(\S+\.tgz)\s*$/.exec(packed.output) ?? []
  assert.ok(archive, packed.output)
  const installed = await run('npm', ['install', join(home, archive), '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: home })
  assert.equal(installed.code, 0, 'npm could not install Next')
  // without the site's secret, as on a machine that only builds
  const built = await run(process.execPath, [next, 'build'], { cwd: home, env: quiet })
  assert.equal(built.code, 0, 'Next could not build the site')
}

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})

/** Starts the built site. @returns its URL, and its end */
async function start() {
  const port = await freePort()
  const env = { ...process.env, ...quiet, SITE: `localhost:${port}`, SIWX_SECRET: randomBytes(32).toString('base64') }
  const server = spawn(process.execPath, [next, 'start', '--port', String(port)], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('Ready') && resolve())
    server.on('exit', (code) => reject(new Error(`Next ended with ${code}`)))
  })
  return { url: `http://localhost:${port}`, stop: () => server.kill() }
}

/** A visitor connects, signs in, comes back and signs out; a page that Next renders on the server knows it. */
async function visit(url) {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const wrong = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()))
    const members = async () => /<h1>(.*?)<\/h1>/.exec(await (await page.request.get(`${url}/members`)).text())?.[1]
    const modal = page.locator('[data-latchkey]').getByRole('dialog')
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.getByRole('button', { name: /^Development wallet/ }).click()
    assert.equal(await members(), 'Members only')
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    assert.match((await members()) ?? '', /^eip155:1:0x[0-9a-fA-F]{40}$/)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('nobody').waitFor()
    assert.equal(await members(), 'Members only')
    assert.deepEqual(wrong, [])
  } finally {
    await browser.close()
  }
}

await ensureInstalled()
await ensureBuilt()
try {
  await build()
  const { url, stop } = await start()
  await visit(url).finally(stop)
  console.log('A site with Next signs its visitors in.')
} finally {
  rmSync(home, { recursive: true, force: true })
}
