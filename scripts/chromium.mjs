// Finds the browser of the end-to-end tests, or installs Debian's.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isMain } from './isMain.mjs'
import { run } from './run.mjs'

// the shell draws pages without a browser's own windows: a test costs two thirds of the time
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Playwright's own download, where somebody made one. */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, else the first on `PATH`, else Playwright's own.
 * @returns {Promise<string | undefined>} @throws when `CHROMIUM_PATH` names no program
 */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH
  if (asked && !isProgram(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, which is no program.`)
  if (asked) return asked
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, await playwrightChromium()].find(isProgram)
}

const howTo = 'Install Chromium (Debian, Ubuntu: `apt-get install chromium`; anywhere: `npx playwright install chromium`), or set CHROMIUM_PATH.'

/** Debian's names of it; Ubuntu has the second alone. */
const packages = ['chromium-headless-shell', 'chromium']

async function installChromium() {
  const isRoot = process.getuid?.() === 0
  const [command, ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  console.log('No Chromium found: installing Debian\'s (once, about a minute) …')
  const apt = (...args) => run(command, [...before, ...args], { capture: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  await apt('update', '-q')
  let told = ''
  for (const name of packages) {
    const { code, output } = await apt('install', '-y', '-q', '--no-install-recommends', name)
    if (code === 0) return
    told = output
  }
  throw new Error(`${told.trim().split('\n').slice(-5).join('\n')}\n\nChromium could not be installed. ${howTo}`)
}

/** The path of a Chromium, installing one when there is none. @throws with what to do when that fails */
export async function ensureChromium() {
  const found = await findChromium()
  if (found) return found
  await installChromium()
  const installed = await findChromium()
  if (!installed) throw new Error(`There is still no Chromium. ${howTo}`)
  return installed
}

if (isMain(import.meta.url)) console.log(await ensureChromium())
