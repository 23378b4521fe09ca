import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import { memoryStorage, readStored, writeStored } from '../../core/storage/storage.ts'
import { embedded } from './embedded.ts'
import { startTestSite } from './startTestSite.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const wallet = 'https://wallet.example.org'
const owner = `${wallet}/ shop`

type Changed = { logins?: unknown; status?: number; href?: string; stored?: object; begun?: object }

/** Makes the source on a page, with a wallet's service that answers `logins`. */
function start({
  logins = { email: true, socials: ['google', 'farcaster'] },
  status = 200,
  href,
  stored,
  begun,
}: Changed = {}) {
  const requests: string[] = []
  const { kit, clock } = startTestKit({
    projectId: 'shop',
    services: { wallet: `${wallet}/` },
    fetch: async (input) => {
      requests.push(String(input))
      return Response.json(logins, { status })
    },
  })
  if (stored) writeStored(contextOf(kit).storage.raw, 'wallet-logins', stored)
  if (begun) writeStored(contextOf(kit).storage.raw, 'social-login', begun)
  const site = startTestSite(href === undefined ? {} : { href })
  const reports: (readonly Connector[])[] = []
  const source = embedded(site.page).create({
    kit,
    setConnectors: (connectors) => void reports.push(connectors),
  })
  return {
    kit,
    clock,
    site,
    source,
    requests,
    reports,
    logins: () => reports.map(([connector]) => connector?.logins),
  }
}

test('the first visit offers e-mail alone; `prepare` requests the offered logins once and stores them', async () => {
  const { kit, source, requests, logins } = start()
  source.watch()
  expect(logins()).toEqual([{ email: true, socials: [], areSocialsPending: true }])
  expect(requests).toEqual([])
  source.prepare()
  await expect
    .poll(() => logins().at(-1))
    .toEqual({ email: true, socials: ['google', 'farcaster'] })
  expect(requests).toEqual([`${wallet}/v1/logins?projectId=shop`])
  expect(readStored(contextOf(kit).storage.raw, 'wallet-logins')).toEqual({
    owner,
    email: true,
    socials: ['google', 'farcaster'],
  })
  source.prepare()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests).toHaveLength(1)
})

test('the wallet’s icon is set after `prepare`, not before', async () => {
  const { source, reports } = start()
  source.watch()
  expect(reports.at(-1)?.map(({ icon }) => icon)).toEqual([undefined])
  source.prepare()
  await expect.poll(() => reports.at(-1)?.[0]?.icon).toMatch(/^data:image\/svg\+xml,/)
})

test('with approvals in the window, a press opens the window in a browser, but not in an in-app browser', async () => {
  for (const [userAgent, windows] of [
    ['Mozilla/5.0', 1],
    ['Mozilla/5.0 (iPhone) Instagram 405.0.0.0', 0],
  ] as const) {
    vi.stubGlobal('navigator', { userAgent, onLine: true })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { source, site, requests } = start({
      logins: { email: true, socials: [], approvals: 'window' } as never,
      stored: { owner, email: true, socials: [], approvals: 'window' },
    })
    source.watch()
    source.prepare()
    await expect.poll(() => requests).toHaveLength(1)
    source.openWindow?.({ email: 'ann@example.org' })
    expect(site.windows).toHaveLength(windows)
  }
})

test('a returned login opens no window; the next login opens a window', async () => {
  const tab = memoryStorage()
  vi.stubGlobal('sessionStorage', tab)
  onTestFinished(() => void vi.unstubAllGlobals())
  const id = crypto.randomUUID()
  const login = { email: 'ann@example.org' }
  writeStored(tab, 'away', { id, at: 0, left: '?step=2#pay', requests: '', login })
  const { source, site } = start({
    href: `https://shop.example.org/cart?step=2#latchkey-answer=${encodeURIComponent(JSON.stringify({ id }))}`,
    stored: { owner, email: true, socials: [], approvals: 'window' },
  })
  expect(site.state.href).toBe('https://shop.example.org/cart?step=2#pay')
  source.watch()
  source.openWindow?.(login)
  expect(site.windows).toHaveLength(0)
  // this connect fails, because the test has no frame
  void source.connect({ connectorId: 'auth', namespace: 'eip155', login }).catch(() => {})
  source.openWindow?.(login)
  expect(site.windows).toHaveLength(1)
})

test('the next visit offers the stored logins without a request', () => {
  const { source, logins, requests } = start({
    stored: { owner, email: false, socials: ['apple', 'google'] },
  })
  source.watch()
  expect(logins()).toEqual([{ email: false, socials: ['apple', 'google'] }])
  expect(requests).toEqual([])
})

test.for([
  { owner: `${wallet}/ bakery`, email: true, socials: ['google'] },
  { owner: 'https://other.example.org shop', email: true, socials: ['google'] },
  { owner, email: 'yes', socials: ['google'] },
  { owner, email: true, socials: 'google' },
])('stored logins that are invalid or of another service or project are ignored: %j', (stored) => {
  const { source, logins } = start({ stored })
  source.watch()
  expect(logins()).toEqual([{ email: true, socials: [], areSocialsPending: true }])
})

test.for([
  [{ logins: { email: true, socials: ['myspace'] } }],
  [{ logins: '<html>' }],
  [{ logins: { socials: ['google'] } }],
  [{ status: 404 }],
] as const)('an invalid answer offers no social login: %j', async ([answer]) => {
  const { source, logins, requests } = start(answer)
  source.watch()
  source.prepare()
  await expect.poll(() => requests.length).toBe(1)
  await expect
    .poll(() => logins().at(-1))
    .toEqual({ email: true, socials: [], areSocialsPending: true, areSocialsUnavailable: true })
  expect(logins().every((one) => one?.email === true && one.socials.length === 0)).toBe(true)
})

test('a press opens one window for an offered social login; an unused window closes after 15 s', () => {
  const { source, site, clock } = start({
    stored: { owner, email: true, socials: ['google', 'farcaster'] },
  })
  for (const login of [
    { email: 'ann@example.org' },
    { social: 'farcaster' },
    { social: 'google', mode: 'redirect' },
  ] as const)
    source.openWindow?.(login)
  expect(site.windows).toEqual([])
  source.watch()
  for (const login of [{ social: 'apple' }, { social: 'google' }, { social: 'google' }] as const)
    source.openWindow?.(login)
  expect(site.windows).toHaveLength(1)
  clock.advance(15_000)
  expect(site.windows[0]?.closed).toBe(true)
  source.openWindow?.({ social: 'google' })
  expect(site.windows).toHaveLength(2)
})

const answer = `#latchkey-login=${encodeURIComponent(`${wallet}/social/done?id=1&result=r`)}`

test('a returned answer is removed from the page’s fragment, and the earlier fragment is restored; other fragments stay', () => {
  expect(start({ href: `https://shop.example.org/cart${answer}` }).site.state.href).toBe(
    'https://shop.example.org/cart',
  )
  expect(
    start({
      href: `https://shop.example.org/cart${answer}`,
      begun: { social: 'google', at: 0, left: '#pay' },
    }).site.state.href,
  ).toBe('https://shop.example.org/cart#pay')
  for (const other of [
    '?a',
    '#pay',
    '#x#latchkey-login=1',
    '?latchkey-login=1',
    '#latchkey-logins',
  ])
    expect(start({ href: `https://shop.example.org/cart${other}` }).site.state.href).toBe(
      `https://shop.example.org/cart${other}`,
    )
})

test('a page that was left with a query is reloaded once with that query, and removes the answer from its address', () => {
  const begun = { social: 'google', at: 0, left: '?step=2#pay' }
  const { site } = start({ href: `https://shop.example.org/cart${answer}`, begun })
  expect(site.loaded).toEqual([`https://shop.example.org/cart?step=2${answer}&again`])
  for (const query of ['?step=2', '']) {
    const second = start({
      href: `https://shop.example.org/cart${query}${answer}&again`,
      begun,
    }).site
    expect([second.loaded, second.state.href]).toEqual([
      [],
      `https://shop.example.org/cart${query}#pay`,
    ])
  }
})

test('an answer to a login that this browser did not begin is ignored; the next press opens a window', async () => {
  const { source, site, clock } = start({
    href: 'https://shop.example.org/#latchkey-login=x',
    stored: { owner, email: true, socials: ['google'] },
  })
  source.watch()
  clock.advance(0)
  await expect.poll(() => (source.openWindow?.({ social: 'google' }), site.windows.length)).toBe(1)
})

test('`approvals: window` is stored; other values of `approvals` are ignored', async () => {
  const { kit, source, logins } = start({
    logins: { email: true, socials: [], approvals: 'window' },
  })
  source.watch()
  source.prepare()
  await expect
    .poll(() => logins().at(-1))
    .toEqual({ email: true, socials: [], approvals: 'window' })
  expect(readStored(contextOf(kit).storage.raw, 'wallet-logins')).toEqual({
    owner,
    email: true,
    socials: [],
    approvals: 'window',
  })
  for (const approvals of ['page', 'tab', true, null]) {
    const other = start({ stored: { owner, email: true, socials: [], approvals } })
    other.source.watch()
    expect(other.logins()).toEqual([{ email: true, socials: [] }])
  }
})

test('with approvals in the window, a press on any login opens one window', () => {
  for (const login of [
    { email: 'ann@example.org' },
    { social: 'farcaster' },
    { social: 'google' },
  ] as const) {
    const { source, site } = start({
      stored: { owner, email: true, socials: ['google', 'farcaster'], approvals: 'window' },
    })
    source.watch()
    source.openWindow?.(login)
    source.openWindow?.(login)
    expect(site.windows).toHaveLength(1)
  }
})
