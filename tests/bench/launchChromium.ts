import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { launchOptions } from '../../scripts/launchOptions.mjs'

/** The machine's Chromium, without a window; it ends when `signal` aborts. */
export async function launchChromium(signal: AbortSignal): Promise<Browser> {
  const browser = await chromium.launch(await launchOptions())
  const stop = () => void browser.close()
  signal.addEventListener('abort', stop, { once: true })
  browser.once('disconnected', () => signal.removeEventListener('abort', stop))
  return browser
}
