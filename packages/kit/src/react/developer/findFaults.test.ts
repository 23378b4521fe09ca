import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { reportUnreachableApi } from './reportUnreachableApi.ts'
import { reportUnusedOptions } from './reportUnusedOptions.ts'
import { reportInsecureUrls } from './reportInsecureUrls.ts'
import { reportMissingOptions } from './reportMissingOptions.ts'
import { reportUnknownWallets } from './reportUnknownWallets.ts'

/** Collects the errors that are reported to the page until the test ends. */
function listen(): unknown[] {
  const reported: unknown[] = []
  const { reportError: before } = globalThis
  globalThis.reportError = (error) => void reported.push(error)
  onTestFinished(() => void (globalThis.reportError = before))
  return reported
}

/** Returns the text of the alert bar, and the number of errors that are reported to the page. */
function faultsOf(options: Partial<KitOptions>) {
  const reported = listen()
  const { kit } = startTestKit({ debug: true, ...options })
  reportMissingOptions(kit)
  return { bar: kit.getState().alert?.text, count: reported.length }
}

test('a missing relay is reported when `enableWalletConnect` is true', () => {
  expect(faultsOf({ enableWalletConnect: true })).toEqual({
    bar: 'Option "services.relay" is missing. Without it the wallets of phones connect in their own browsers alone. Pass a wss:// URL, or leave out enableWalletConnect.',
    count: 1,
  })
})

test('a projectId that no service uses is reported', () => {
  expect(faultsOf({ projectId: 'mine', enableWalletConnect: false })).toEqual({
    bar: 'Option "projectId" goes to no service. Pass services.relay, services.api or services.wallet.',
    count: 1,
  })
  expect(
    faultsOf({
      projectId: 'mine',
      enableWalletConnect: false,
      services: { wallet: 'https://wallet.example.org' },
    }),
  ).toEqual({ bar: undefined, count: 0 })
  expect(faultsOf({ projectId: 'mine', enableWalletConnect: true }).count).toBe(2)
})

test.each<[string, Partial<KitOptions>]>([
  ['a relay', { projectId: 'mine', services: { relay: 'wss://relay.example.org' } }],
  [
    'an API that gets the projectId, and without `enableWalletConnect`',
    { projectId: 'mine', services: { api: 'https://api.example.org' }, enableWalletConnect: false },
  ],
  ['neither a relay nor `enableWalletConnect`', {}],
  ['no wallets at all', { enableWallets: false }],
])('with %s nothing is reported', (_, options) => {
  expect(faultsOf(options)).toEqual({ bar: undefined, count: 0 })
})

/** Returns the reports about options that have no effect. */
function idle(options: Partial<KitOptions>) {
  listen()
  const { kit } = startTestKit({ debug: true, ...options })
  reportUnusedOptions(kit)
  return kit.getState().alert?.text
}

test.each<[Partial<KitOptions>, string]>([
  [
    { defaultAccountTypes: { eip155: 'smartAccount' } },
    'Option "defaultAccountTypes.eip155" has no effect without a wallet that visitors log in to. Pass services.wallet, or leave it out.',
  ],
  [
    { defaultAccountTypes: { solana: 'smartAccount' } },
    'Option "defaultAccountTypes.solana" has no effect: only eip155 has smart accounts. Leave it out.',
  ],
  [
    { features: { swaps: true } },
    'Option "features.swaps" has no effect without an API. Pass services.api, or leave it out.',
  ],
  [
    { features: { onramp: true } },
    'Option "features.onramp" has no effect without an API. Pass services.api, or leave it out.',
  ],
  [
    { features: { history: true } },
    'Option "features.history" has no effect without an API. Pass services.api, or leave it out.',
  ],
  [
    { features: { email: true } },
    'Option "features.email" has no effect without a wallet that visitors log in to. Pass services.wallet, or leave it out.',
  ],
  [
    { features: { socials: ['google'] } },
    'Option "features.socials" has no effect without a wallet that visitors log in to. Pass services.wallet, or leave it out.',
  ],
  [
    { features: { emailShowWallets: false } },
    'Option "features.emailShowWallets" has no effect without a wallet that visitors log in to. Pass services.wallet, or leave it out.',
  ],
  [
    { features: { analytics: false }, onEvent() {} },
    'Option "onEvent" gets no event while features.analytics is false. Leave one of them out.',
  ],
  [
    { features: { analytics: false }, analyticsUrl: 'https://shop.example.org/events' },
    'Option "analyticsUrl" gets no event while features.analytics is false. Leave one of them out.',
  ],
])('an option without effect is reported: %j', (options, text) => {
  expect(idle(options)).toBe(text)
})

test.each<Partial<KitOptions>>([
  {},
  {
    features: {
      smartSessions: false,
      swaps: false,
      onramp: false,
      history: false,
      email: false,
      socials: false,
      emailShowWallets: true,
      analytics: false,
    },
  },
  {
    features: {
      swaps: true,
      onramp: true,
      history: true,
      email: true,
      socials: ['google'],
      emailShowWallets: false,
    },
    services: { api: 'https://api.example.org', wallet: 'https://wallet.example.org' },
  },
  {
    defaultAccountTypes: { eip155: 'eoa', solana: 'eoa', bip122: 'payment' },
    services: { wallet: 'https://wallet.example.org' },
  },
  { onEvent() {}, analyticsUrl: 'https://shop.example.org/events' },
])('an option with effect, or one that switches off a feature, is not reported: %j', (options) => {
  expect(idle(options)).toBeUndefined()
})

test('an API that does not answer is reported once, with its address', async () => {
  const reported = listen()
  let status = 503
  const { url } = await startTestServer((response) =>
    sendJson(response, { http: [], ws: [] }, status),
  )
  const { kit } = startTestKit({ debug: true, services: { api: url } })
  await reportUnreachableApi(kit)
  await reportUnreachableApi(kit)
  expect(kit.getState().alert).toEqual({
    code: 'alertInvalidConfiguration',
    text: `Option "services.api" does not answer (HTTP request failed.). Is an API at ${url}?`,
  })
  expect(reported).toHaveLength(1)
  status = 200
  const { kit: healthy } = startTestKit({ debug: true, services: { api: url } })
  await reportUnreachableApi(healthy)
  expect(healthy.getState().alert).toBeUndefined()
})

test('when the API rejects the project, its reason is reported', async () => {
  const reported = listen()
  const { url } = await startTestServer((response) =>
    sendJson(response, { status: 'FAILED', reasons: [{ description: 'Unknown project' }] }, 401),
  )
  const { kit, until } = startTestKit({ debug: true, services: { api: url } })
  await reportUnreachableApi(kit)
  expect((await until(({ alert }) => alert !== undefined)).alert).toEqual({
    code: 'alertInvalidProjectId',
    text: 'Unknown project',
  })
  expect(reported).toEqual([])
})

test('without an API no request is sent', async () => {
  const { kit } = startTestKit({ debug: true, fetch: () => Promise.reject(new Error('asked')) })
  await reportUnreachableApi(kit)
  expect(kit.getState().alert).toBeUndefined()
})

test('an API whose answers the page may not read (CORS) is reported', async () => {
  const reported = listen()
  vi.stubGlobal('location', new URL('https://shop.example.org/'))
  onTestFinished(() => void vi.unstubAllGlobals())
  // As in a browser: if the page may not read an answer, the request fails with a network error.
  const asBrowser: typeof fetch = async (_, request) =>
    request?.mode === 'no-cors' ? new Response() : Promise.reject(new TypeError('Failed to fetch'))
  const { kit } = startTestKit({
    debug: true,
    services: { api: 'https://api.example.org' },
    fetch: asBrowser,
  })
  await reportUnreachableApi(kit)
  const text =
    'Option "services.api" answers, but lets this page read nothing. Is an API of Latchkey\'s at https://api.example.org? A proxy before it has to pass its CORS headers on to https://shop.example.org.'
  expect(kit.getState().alert).toEqual({ code: 'alertInvalidConfiguration', text })
  expect(reported).toHaveLength(1)
})

test('an API without a connection is reported', async () => {
  listen()
  const { kit } = startTestKit({
    debug: true,
    services: { api: 'https://api.example.org' },
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await reportUnreachableApi(kit)
  expect(kit.getState().alert?.text).toBe(
    'Option "services.api" does not answer (HTTP request failed.). Is an API at https://api.example.org?',
  )
})

/** Returns the reports about missing TLS for a page at this address. */
function reportedAt(page: string, services: KitOptions['services'], isSecureContext = true) {
  vi.stubGlobal('location', new URL(page))
  vi.stubGlobal('isSecureContext', isSecureContext)
  onTestFinished(() => void vi.unstubAllGlobals())
  listen()
  const { kit } = startTestKit({ debug: true, services })
  reportInsecureUrls(kit)
  return kit.getState().alert?.text
}

test('a page without https is reported, with the missing functions and the correction', () => {
  expect(reportedAt('http://192.168.1.5:5173/', undefined, false)).toBe(
    'This page (http://192.168.1.5:5173) came without TLS. Browsers keep the clipboard, passkeys and the protected memory of some wallets from it. Open it at localhost, or serve it by https.',
  )
  expect(reportedAt('http://localhost:5173/', { api: 'http://192.168.1.6:4000' })).toBeUndefined()
})

test('services without TLS on a page with https are reported, except on the local machine', () => {
  expect(
    reportedAt('https://shop.example.org/', {
      api: 'http://api.example.org',
      relay: 'ws://relay.example.org',
      wallet: 'https://wallet.example.org',
    }),
  ).toBe(
    'Option "services.api" has no TLS, so browsers block it on a page with https. Pass a https:// URL. Option "services.relay" has no TLS, so browsers block it on a page with https. Pass a wss:// URL.',
  )
  expect(
    reportedAt('https://shop.example.org/', {
      api: '/api',
      relay: 'wss://relay.example.org',
      wallet: 'http://wallet.localhost:7000',
    }),
  ).toBeUndefined()
  expect(
    reportedAt('https://shop.example.org/', {
      api: 'http://127.0.0.1:4000',
      relay: 'ws://[::1]:5555',
    }),
  ).toBeUndefined()
  expect(
    reportedAt('https://shop.example.org/', {
      api: 'http://127.0.0.1.example.org',
      relay: 'ws://localhost.example.org',
    }),
  ).toContain('services.relay')
})

test('unknown wallets are reported with the option that names them', async () => {
  listen()
  const row = { id: 'fox', name: 'Fox', rdns: 'io.fox' }
  const { url } = await startTestServer((response) => sendJson(response, { count: 1, data: [row] }))
  const { kit } = startTestKit({
    debug: true,
    services: { api: url },
    featuredWalletIds: ['fox', 'io.fox', 'Fox', 'own', 'ghost'],
    walletGroups: [{ name: 'All', walletIds: ['io.fox', 'spirit'] }],
    customWallets: [{ id: 'own', name: 'Own' }],
  })
  await reportUnknownWallets(kit)
  expect(kit.getState().alert?.text).toBe(
    'Option "featuredWalletIds" names "ghost", which no catalogue has. Pass ids of the catalogue, or reverse domain names such as "io.metamask". Option "walletGroups[0].walletIds" names "spirit", which no catalogue has. Pass ids of the catalogue, or reverse domain names such as "io.metamask".',
  )
})

test('when the catalogue does not answer, no unknown wallet is reported', async () => {
  listen()
  const { url } = await startTestServer((response) => sendJson(response, {}, 404))
  for (const services of [{ api: url }, {}]) {
    const { kit } = startTestKit({ debug: true, services, featuredWalletIds: ['ghost'] })
    await reportUnknownWallets(kit)
    expect(kit.getState().alert).toBeUndefined()
  }
})
