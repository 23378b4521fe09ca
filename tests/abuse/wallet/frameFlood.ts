import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { median } from '../../bench/statistics.ts'
import { launchOptions } from '../../../scripts/launchOptions.mjs'
import type { Scene } from '../scene.ts'
import { floodPage } from './floodPage.ts'

/**
 * Number of messages of a flood. A flood of large messages has fewer, because the page creates them
 * slowly.
 */
const messages = 2_000
const largeMessages = 100
/** How often each flood is sent. */
const rounds = 5

/** The floods of `floodPage`, by their names. */
const floods = [
  'valid requests',
  'unknown requests',
  'another version',
  'an open id',
  'no id',
  'no request',
  'deep messages',
  'large messages',
  'hellos',
  'other messages to its window',
] as const

/**
 * A site floods the wallet's frame over its port and its window, and then sends a request. The
 * scene measures the time until the answer.
 */
export const frameFlood: Scene = {
  name: 'frame-flood',
  of: 'wallet',
  needs: 'browser',
  seconds: 25,
  title: `a site's page sends its wallet frame ${messages.toLocaleString('en')} messages at once, of ${floods.length} kinds, and then asks it something: times are of that answer`,
  async stage() {
    const { url, close } = await servePage()
    const browser = await chromium.launch(await launchOptions())
    return {
      config: {
        options: {
          projects: 'any',
          pages: fileURLToPath(new URL('../../../services/wallet/dist', import.meta.url)),
        },
      },
      async attack(target) {
        target.track(() => void browser.close())
        target.track(close)
        const page = await openSite(browser, url, target.url)
        const calm: number[] = []
        for (let round = 0; round < 10; round++)
          // the page's function returns milliseconds
          calm.push((await page.evaluate('flood("nothing", 0)')) as number)
        const attacked: number[] = []
        const reported: string[] = []
        for (const kind of floods) {
          const durations: number[] = []
          for (let round = 0; round < rounds && !target.signal.aborted; round++)
            durations.push(
              (await page.evaluate(
                `flood(${JSON.stringify(kind)}, ${kind === 'large messages' ? largeMessages : messages})`,
              )) as number,
            ) // milliseconds, as above
          if (durations.length === 0) break
          attacked.push(...durations)
          reported.push(`${kind} ${median(durations).toFixed(0)} ms`)
        }
        return { did: reported.join(', '), timed: { calm, attacked } }
      },
    }
  },
}

async function openSite(browser: Browser, site: string, wallet: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`${site}/?${new URLSearchParams({ wallet })}`)
  await page.evaluate('ready')
  return page
}

/** Serves the site of the flood. */
async function servePage(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(floodPage),
  )
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', resolve),
  )
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  } // a server on TCP has a port
}
