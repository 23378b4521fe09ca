/** Tests use one browser context in turn: none finds data of an earlier one. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { connectButtonOf } from '../support/site.ts'

const viewport = { width: 700, height: 500 }

/** The page's storage, and the values that an earlier test may have left in it. */
const look = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    name: window.name,
    mark: 'mark' in window,
    ask: 'ask' in window,
    width: innerWidth,
  }))
const nothing = {
  local: 0,
  session: 0,
  cookie: '',
  databases: 0,
  caches: 0,
  name: '',
  mark: false,
  ask: false,
  width: viewport.width,
}

/** Leaves data of every kind. */
async function leave(page: Page, heard: string[]): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { mark: true }))
  await page.exposeFunction('ask', () => 'left')
  await page.route('**/devnet.json', (route) => route.abort())
  await page.context().route('**/favicon.svg', (route) => route.abort())
  page.on('request', (request) => heard.push(request.url()))
  await page.setViewportSize({ width: 300, height: 300 })
  await page.evaluate(async () => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
    document.cookie = 'left=here'
    window.name = 'left'
    await caches.open('left')
    await new Promise((resolve) => (indexedDB.open('left').onsuccess = resolve))
  })
  await page.context().newPage()
}

test('the next test gets the same page without the previous test’s data', async ({
  warm,
  devnet,
}) => {
  const url = `${devnet.demo}/favicon.svg`
  const first = await warm.take({ viewport })
  const [page = await first.context.newPage()] = first.context.pages()
  await page.setViewportSize(viewport)
  await page.goto(url.replace('favicon.svg', ''))
  const heard: string[] = []
  await leave(page, heard)
  await first.release(true)
  heard.length = 0
  const next = await warm.take({ viewport })
  expect(next.context).toBe(first.context)
  expect(next.context.pages()).toEqual([page])
  const answer = await page.goto(`${devnet.demo}/devnet.json`)
  expect(answer?.ok()).toBe(true)
  expect(await look(page)).toEqual(nothing)
  await page.exposeFunction('ask', () => 'anew')
  expect(
    await page.evaluate(() => (window as unknown as { ask: () => Promise<string> }).ask()),
  ).toBe('anew')
  expect(await page.evaluate(async (address) => (await fetch(address)).ok, url)).toBe(true)
  expect(heard).toEqual([])
  await next.release(true)
})

/**
 * Counts the demo's scripts while the test answers some requests: scripts that a page fetches
 * again, scripts in its cache, and scripts whose requests the test sees.
 */
async function scriptsWith(page: Page, { url, pattern }: { url: string; pattern: string }) {
  const heard: string[] = []
  await page.route(pattern, (route, request) => {
    heard.push(request.url())
    return route.continue()
  })
  await page.goto(url)
  await expect(connectButtonOf(page)).toBeVisible()
  await page.waitForLoadState('networkidle') // scripts that the page loads when it is idle
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize > 0),
  ) // all entries of `resource` have this type
  return {
    fetched: fetched.filter(Boolean).length,
    stored: fetched.filter((one) => !one).length,
    heard: heard.filter((one) => one.endsWith('.js')).length,
  }
}

test('a test that intercepts a service’s requests reuses loaded scripts; a test that intercepts files sees each request', async ({
  warm,
  devnet,
}) => {
  const visit = async (pattern: string) => {
    const { context, release } = await warm.take({ viewport })
    const [page = await context.newPage()] = context.pages()
    const scripts = await scriptsWith(page, { url: devnet.demo, pattern })
    await release(true)
    return scripts
  }
  await visit('**/*')
  const first = await visit('**/devnet.json')
  expect(first).toMatchObject({ fetched: 0, heard: 0 })
  expect(first.stored).toBeGreaterThan(3)
  const files = await visit('**/*')
  expect(files).toMatchObject({ stored: 0 })
  expect(files.heard).toBeGreaterThanOrEqual(files.fetched)
  expect(await visit('**/devnet.json')).toMatchObject({ fetched: 0, heard: 0 })
})

/** Uses a context. @returns whether the next test gets another context */
async function isReplaced(
  work: (page: Page, context: BrowserContext) => Promise<unknown>,
  {
    take,
    isReusable = true,
  }: {
    take: () => Promise<{
      context: BrowserContext
      release: (isReusable: boolean) => Promise<void>
    }>
    isReusable?: boolean
  },
): Promise<boolean> {
  const first = await take()
  const [page = await first.context.newPage()] = first.context.pages()
  await work(page, first.context)
  await first.release(isReusable)
  const next = await take()
  await next.release(true)
  return next.context !== first.context
}

test('after a failure or a change that cannot be undone, the next test gets a new context', async ({
  warm,
  devnet,
}) => {
  const take = () => warm.take({ viewport })
  expect(await isReplaced((page) => page.goto(devnet.demo), { take })).toBe(false)
  expect(await isReplaced((page) => page.goto(devnet.demo), { take, isReusable: false })).toBe(true)
  expect(await isReplaced((_, context) => context.setOffline(true), { take })).toBe(true)
  expect(await isReplaced((page) => page.clock.install(), { take })).toBe(true)
  expect(await isReplaced((page) => page.close(), { take })).toBe(true)
  expect(
    await isReplaced((page) => page.goto(devnet.demo).then(() => page.goto(devnet.phone ?? '')), {
      take,
    }),
  ).toBe(true)
})
