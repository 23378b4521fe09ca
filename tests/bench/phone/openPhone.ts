import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession } from '@playwright/test'
import type { ServedSite } from './serveSite.ts'

/** A page on a slow phone, with an empty cache. */
export type Phone = {
  /** Addresses that the page has requested since it was opened, in their order. */
  requests: readonly string[]
  /**
   * Evaluates an expression in the page and waits for its promise. @throws when the expression
   * throws in the page
   */
  evaluate: (expression: string) => Promise<unknown>
  /** Evaluates an expression whose result is a number. @throws when it is not a number */
  time: (expression: string) => Promise<number>
  /** Taps an element for 80 ms. `name`: its name in probe.js. */
  tap: (name: string) => Promise<void>
  /** Types into the element that has the focus. */
  type: (text: string) => Promise<void>
  /** Presses a key, such as `Enter`. */
  press: (key: string) => Promise<void>
  /**
   * A frame of the page with its own process, throttled as the site is. `isNear`: its network is
   * not throttled, because its server adds the latency.
   */
  inside: (address: string, options?: { isNear?: boolean }) => Promise<Inner>
  /**
   * Resolves to the next window that the page opens. A window of a frame's origin shares the
   * frame's process and its throttling.
   */
  window: () => Promise<
    Inner & {
      closed: () => Promise<void>
      typeInto: (label: string, text: string) => Promise<void>
    }
  >
  /**
   * Like `time`, but as in an event handler of a press: a page may open a window only during a
   * press.
   */
  timePressed: (expression: string) => Promise<number>
  /** MB of JavaScript objects after a garbage collection. */
  heap: () => Promise<number>
  close: () => Promise<void>
}

/** A frame or a window of the page. */
export type Inner = Pick<Phone, 'evaluate' | 'time'>

/** The phone for which the budgets are set. */
const slowness = { cpu: 4, bitsPerSecond: 9_000_000, latency: 60 }

/** Duration of a tap, in milliseconds. */
const touchTime = 80

const scripts = ['probe.js', 'wallet.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
)

/** Opens the site, and waits until its document is loaded. */
export async function openPhone(browser: Browser, site: ServedSite): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  for (const path of scripts) await page.addInitScript({ path })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const session = await context.newCDPSession(page)
  await slowDown(session)
  await page.goto(site.url, { waitUntil: 'commit' })

  return {
    requests,
    ...evaluatorOf(session),
    type: (text) => page.keyboard.insertText(text),
    press: (key) => page.keyboard.press(key),
    timePressed: (expression) => numberIn(session, expression, true),
    async window() {
      const opened = await page.waitForEvent('popup')
      const own = await context.newCDPSession(opened)
      return {
        ...evaluatorOf(own),
        closed: async () => void (opened.isClosed() || (await opened.waitForEvent('close'))),
        typeInto: (label, text) => opened.getByLabel(label).fill(text),
      }
    },
    async inside(address, { isNear = false } = {}) {
      const frame = page.frames().find((one) => one.url().startsWith(address))
      if (!frame) throw new Error('The page holds no such frame')
      const own = await context.newCDPSession(frame)
      await slowDown(own, { isNear })
      return evaluatorOf(own)
    },
    async tap(name) {
      const { x, y } = (await evaluateIn(session, `bench.centre('${name}')`)) as {
        x: number
        y: number
      } // probe.js returns this type
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
      })
      await setTimeout(touchTime)
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
    async heap() {
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      return usedSize / 1_000_000
    },
    close: () => context.close(),
  }
}

async function slowDown(session: CDPSession, { isNear = false } = {}): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu })
  if (isNear) return
  const throughput = slowness.bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowness.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Makes the functions that evaluate in the page of a session. */
function evaluatorOf(session: CDPSession): Pick<Phone, 'evaluate' | 'time'> {
  return {
    evaluate: (expression) => evaluateIn(session, expression),
    time: (expression) => numberIn(session, expression),
  }
}

async function numberIn(
  session: CDPSession,
  expression: string,
  userGesture = false,
): Promise<number> {
  const value = await evaluateIn(session, expression, userGesture)
  if (typeof value !== 'number') throw new Error(`${expression} is no number: ${String(value)}`)
  return value
}

async function evaluateIn(
  session: CDPSession,
  expression: string,
  userGesture = false,
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture,
  })
  if (exceptionDetails)
    throw new Error(
      `${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
    )
  return result.value
}
