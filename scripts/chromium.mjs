// Finds the browser of the end-to-end tests, or installs Debian's Chromium.
import { basename, join } from 'node:path'
import { isMain } from './isMain.mjs'
import { ensureProgram, isProgram, pathFolders } from './systemProgram.mjs'

// the headless shell is first, because it draws no browser windows, and a test takes a third less
// time
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Whether a path is the headless shell, by the name of the program. */
const isShell = (path) => /headless[-_]shell/.test(basename(path))

/** The path of Playwright's own download, if it is there. */
async function playwrightChromium() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, else the first one on `PATH`, else Playwright's own
 * download.
 * @returns {Promise<string | undefined>} @throws when `CHROMIUM_PATH` names no program
 */
export async function findChromium() {
  const [first] = await candidates()
  return first
}

/**
 * The path of a Chromium with profiles and private windows, which the headless shell lacks:
 * `CHROMIUM_PATH` if it is one, else the first one on `PATH`, else Playwright's own download.
 * @returns {Promise<string | undefined>} @throws when `CHROMIUM_PATH` names no program
 */
export async function findFullChromium() {
  return (await candidates()).find((path) => !isShell(path))
}

/** The paths of all installed Chromiums, the preferred one first. */
async function candidates() {
  const path = process.env.CHROMIUM_PATH
  if (path && !isProgram(path)) throw new Error(`CHROMIUM_PATH is ${path}, which is no program.`)
  const onPath = names.flatMap((name) => pathFolders().map((folder) => join(folder, name)))
  return [...(path ? [path] : []), ...[...onPath, await playwrightChromium()].filter(isProgram)]
}

const howTo =
  'Install Chromium (Debian, Ubuntu: `apt-get install chromium`; anywhere: `npx playwright install chromium`), or set CHROMIUM_PATH.'

/**
 * The path of a Chromium; installs one when there is none. @throws with instructions when that
 * fails
 */
export const ensureChromium = () =>
  ensureProgram({
    name: 'Chromium',
    packs: ['chromium-headless-shell', 'chromium'],
    howTo,
    remark: 'once, about a minute',
    find: findChromium,
  })

if (isMain(import.meta.url)) console.log(await ensureChromium())
