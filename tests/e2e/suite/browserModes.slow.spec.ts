/**
 * The storage that a browser allows a third-party frame, in each mode in which visitors use a site.
 * The embedded wallet depends on it.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../fixtures/test.ts'

/**
 * A server's pages at three names. Each name is a different site, also those below `localhost`. A
 * different port is the same site.
 */
type Hosts = { wallet: string; site: string; below: string; close: () => Promise<void> }

async function serveHosts(): Promise<Hosts> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '/', 'http://localhost').searchParams.get('frame')
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>A page</title><link rel="icon" href="data:,">${frame === null ? '' : `<iframe src="http://${frame.replace(/[^\w.:]/g, '')}/"></iframe>`}`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the server listens on a port
  const [wallet = '', site = '', below = ''] = ['127.0.0.1', 'localhost', 'shop.localhost'].map(
    (host) => `${host}:${port}`,
  )
  return {
    wallet,
    site,
    below,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const test = base.extend<{ hosts: Hosts }>({
  hosts: async ({}, provide) => {
    const hosts = await serveHosts()
    await provide(hosts)
    await hosts.close()
  },
})

/**
 * Returns what the wallet's page has stored before, or the name of the error, and stores `value`
 * instead.
 */
async function store(value: string) {
  const named = (error: unknown) => (error instanceof DOMException ? error.name : String(error))
  const attempt = (read: () => string | null) => {
    try {
      return read()
    } catch (error) {
      return named(error)
    }
  }
  const database = await new Promise<unknown>((resolve) => {
    const opening = indexedDB.open('test', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('values'))
    opening.addEventListener('error', () => resolve(named(opening.error)))
    opening.addEventListener('success', () => {
      const values = opening.result.transaction('values', 'readwrite').objectStore('values')
      const reading = values.get('key')
      values.put(value, 'key').transaction?.addEventListener('complete', () => {
        opening.result.close()
        resolve(reading.result ?? null)
      })
    })
  })
  const local = attempt(() => {
    const before = localStorage.getItem('key')
    localStorage.setItem('key', value)
    return before
  })
  // a cookie for all sites, as the wallet's server would set it, and one for this site alone
  document.cookie = 'all=1; SameSite=None; Secure'
  document.cookie = 'apart=1; SameSite=None; Secure; Partitioned'
  return {
    database,
    local,
    cookies: document.cookie.split('; ').toSorted().join(' '),
    hasAccess: await document.hasStorageAccess(),
  }
}

/** Runs `store` in the wallet's page: in a frame of `site`, or without `site` in the tab itself. */
async function storeAt(page: Page, { wallet }: Hosts, value: string, site?: string) {
  await page.goto(site === undefined ? `http://${wallet}/` : `http://${site}/?frame=${wallet}`)
  const place =
    site === undefined
      ? page.mainFrame()
      : page.frames().find((frame) => frame.url() === `http://${wallet}/`)
  return place?.evaluate(store, value)
}

/**
 * Stores in the wallet's page at the top and in frames of two sites. Expects that each of the three
 * pages has only its own value.
 */
async function expectApart(
  page: Page,
  hosts: Hosts,
  frame: { cookies: unknown; hasAccess: unknown },
) {
  expect(await storeAt(page, hosts, 'at the top')).toEqual({
    database: null,
    local: null,
    cookies: 'all=1 apart=1',
    hasAccess: true,
  })
  expect(await storeAt(page, hosts, 'in the site', hosts.site)).toEqual({
    database: null,
    local: null,
    ...frame,
  })
  expect(await storeAt(page, hosts, 'in the next site', hosts.below)).toMatchObject({
    database: null,
    local: null,
  })
  expect(await storeAt(page, hosts, 'in the site', hosts.site)).toEqual({
    database: 'in the site',
    local: 'in the site',
    ...frame,
  })
  expect(await storeAt(page, hosts, 'at the top')).toMatchObject({
    database: 'at the top',
    local: 'at the top',
  })
}

test('in the tests’ browser a frame’s storage is separate from its own window’s, and from its storage on another site', async ({
  page,
  hosts,
}) => {
  // third-party cookies depend on the browser: the headless shell and Chrome allow them, Debian's
  // Chromium does not
  await expectApart(page, hosts, {
    cookies: expect.stringMatching(/^(all=1 )?apart=1$/),
    hasAccess: expect.any(Boolean),
  })
})

test('in a profile that blocks third-party cookies, a frame’s storage is separate, and it has only its partitioned cookie', async ({
  blockingVisitor: { page, openTab },
  hosts,
}) => {
  await expectApart(page, hosts, { cookies: 'apart=1', hasAccess: false })
  expect(await storeAt(await openTab(), hosts, 'in the site', hosts.site)).toMatchObject({
    database: 'in the site',
    cookies: 'apart=1',
  })
})

test('in a private window a frame’s storage is separate; private tabs share their storage, and ordinary windows do not see it', async ({
  privateVisitor: { page, context, openTab },
  hosts,
}) => {
  await expectApart(page, hosts, { cookies: 'apart=1', hasAccess: false })
  expect(await storeAt(await openTab(), hosts, 'at the top')).toMatchObject({
    database: 'at the top',
  })
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void open(location.href, '_blank', 'popup')),
  ])
  expect(await popup.evaluate(store, 'at the top')).toMatchObject({ database: 'at the top' })
  expect(await storeAt(await context.newPage(), hosts, 'at the top')).toMatchObject({
    database: null,
    local: null,
  })
})

test('if the browser blocks a third-party frame’s storage, its own window can still store data', async ({
  storelessVisitor: { page },
  hosts,
}) => {
  expect(await storeAt(page, hosts, 'at the top')).toMatchObject({ database: null, local: null })
  expect(await storeAt(page, hosts, 'in the site', hosts.site)).toEqual({
    database: 'UnknownError',
    local: 'SecurityError',
    cookies: '',
    hasAccess: false,
  })
  expect(await storeAt(page, hosts, 'at the top')).toMatchObject({
    database: 'at the top',
    local: 'at the top',
  })
})
