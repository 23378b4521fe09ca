import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

const args = ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu']

/** The machine's Chromium, without a window; it ends when `signal` aborts. */
export async function launchChromium(signal: AbortSignal): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  const stop = () => void browser.close()
  signal.addEventListener('abort', stop, { once: true })
  browser.once('disconnected', () => signal.removeEventListener('abort', stop))
  return browser
}
