import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { freePorts } from '../../../devnet/src/ports.ts'
import { root } from '../../../scripts/root.mjs'
import { run } from '../../../scripts/run.mjs'
import type { Guide } from './kits.ts'

/** The template with its version, so that two measurements begin with the same files. */
const template = [
  'create',
  '--yes',
  'vite@9.3.0',
  'site',
  '--',
  '--template',
  'react-ts',
  '--no-interactive',
]

/** The results of following a guide. */
export type FirstSetup = {
  /** Lines of code in the files that were touched, without empty ones. */ lines: number
  /** Characters that were typed: commands and code. */ typed: number
  /** Seconds that `npm install` takes. */ installs: number
  /** Seconds from `npm run dev` to a connected wallet. */ connects: number
  /** Seconds in all: create, install, connect, build. */ all: number
  /** Packages and megabytes in node_modules after the installation. */ packages: number
  megabytes: number
  /**
   * kB after gzip of the JavaScript that the built page loads until the button shows, React
   * included.
   */
  loads: number
}

/**
 * Follows a guide from `npm create vite` to a connected wallet and a build, in a real browser with
 * a wallet installed. @throws Error with the step that failed
 */
export async function measureFirstSetup(guide: Guide, browser: Browser): Promise<FirstSetup> {
  const home = await mkdtemp(join(tmpdir(), 'latchkey-afternoon-'))
  try {
    const site = join(home, 'site')
    const packages = await Promise.all(
      guide.packages.map((name) => (name === 'latchkey' ? pack(home) : name)),
    )
    const began = performance.now()
    await npm(home, template)
    await npm(site, ['install'])
    const before = contentsOf(site)
    const installing = performance.now()
    await npm(site, ['install', ...packages])
    const installs = secondsSince(installing)
    const after = contentsOf(site)
    writeFileSync(join(site, 'src/App.tsx'), guide.app)
    const connects = await connectInDev(site, browser)
    await npm(site, ['run', 'build'])
    const all = secondsSince(began)
    const commands = [
      `npm ${template.join(' ')}`,
      `npm install ${guide.packages.join(' ')}`,
      'npm run dev',
    ]
    return {
      lines: guide.app.split('\n').filter((line) => line.trim() !== '').length,
      typed: guide.app.length + commands.join('\n').length,
      installs,
      connects,
      all,
      packages: after.packages - before.packages,
      megabytes: after.megabytes - before.megabytes,
      loads: loadsOf(site),
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const secondsSince = (moment: number) => (performance.now() - moment) / 1_000

/** @throws Error with npm's output */
async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run('npm', [...args], {
    cwd,
    capture: true,
    env: { npm_config_audit: 'false', npm_config_fund: 'false' },
  })
  if (code !== 0) throw new Error(`npm ${args.join(' ')}:\n${output}`)
  return output
}

/** Packs the built kit. @returns the path of its archive */
async function pack(folder: string): Promise<string> {
  const output = await npm(join(root, 'packages/kit'), [
    'pack',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    folder,
  ])
  return join(folder, output.trim().split('\n').at(-1) ?? '')
}

/** Counts the packages of a site and the megabytes of their files. */
function contentsOf(site: string) {
  const lock = JSON.parse(readFileSync(join(site, 'package-lock.json'), 'utf8')) as {
    packages: object
  }
  const files = readdirSync(join(site, 'node_modules'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  )
  return { packages: Object.keys(lock.packages).length, megabytes: bytes / 1e6 }
}

/** Matches the wallet's address as kits shorten it on their buttons. */
const account = /0xf39?f?d?…|0xf3\S*2266|f39F\S*66/i
const wallet = fileURLToPath(new URL('../phone/wallet.js', import.meta.url))

/** Opens a page in which a wallet is installed. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 720 } })
  await context.addInitScript({ content: 'globalThis.bench = { times: {}, asksFirst: true }' })
  await context.addInitScript({ path: wallet })
  return context.newPage()
}

/**
 * Starts the template's server, connects the wallet by the page's button, and ends the server and
 * the page.
 * @returns the seconds until the wallet is connected
 * @throws Error when the wallet is not connected within the time limit
 */
async function connectInDev(site: string, browser: Browser): Promise<number> {
  const [port] = await freePorts(1)
  const url = `http://localhost:${port}/`
  const stop = new AbortController()
  const began = performance.now()
  const ended = run('npm', ['run', 'dev', '--', '--port', String(port), '--strictPort'], {
    cwd: site,
    capture: true,
    signal: stop.signal,
  })
  const page = await openPage(browser)
  try {
    await untilServed(url, AbortSignal.timeout(30_000)).catch(async () => {
      stop.abort()
      throw new Error(`The server of the template does not answer:\n${(await ended).output}`)
    })
    await page.goto(url)
    const connected = page.getByRole('button', { name: account }).first()
    // Vite reloads the page when it finds new packages. A press before the reload is repeated.
    await expect(async () => {
      if (await connected.isVisible()) return
      const row = page.getByRole('button', { name: /^A wallet/ })
      if (!(await row.isVisible()))
        await page.getByRole('button', { name: /connect wallet/i }).click({ timeout: 5_000 })
      await row.click({ timeout: 5_000 })
      await connected.waitFor({ timeout: 10_000 })
    }).toPass({ timeout: 90_000 })
    return secondsSince(began)
  } finally {
    await page.context().close()
    stop.abort()
    await ended
  }
}

async function untilServed(url: string, signal: AbortSignal): Promise<void> {
  while (
    !(await fetch(url, { signal }).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * kB of the scripts that the built page loads at first: its entry, and the scripts that it imports.
 */
function loadsOf(site: string): number {
  const read = (path: string) => readFileSync(join(site, 'dist', path))
  const [, entry = ''] = /<script[^>]+src="\/([^"]+)"/.exec(read('index.html').toString()) ?? []
  const scripts = new Set([entry])
  for (const script of scripts)
    for (const [, file = ''] of read(script)
      .toString()
      .matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g))
      scripts.add(join(dirname(script), file))
  return (
    [...scripts].reduce((sum, script) => sum + gzipSync(read(script), { level: 9 }).length, 0) /
    1_000
  )
}
