import { expect, onTestFinished, test } from 'vitest'
import { startTestKit } from '../connection/startTestKit.ts'
import type { KitOptions } from '../core/options.ts'
import { sendJson, startTestServer } from '../core/startTestServer.ts'
import { tellDeadApi, tellMissing } from './tellMissing.ts'

/** The errors that are reported to the page until the test ends. */
function listen(): unknown[] {
  const reported: unknown[] = []
  const { reportError: before } = globalThis
  globalThis.reportError = (error) => void reported.push(error)
  onTestFinished(() => void (globalThis.reportError = before))
  return reported
}

/** The texts for the developer in the bar and in the console. */
function told(options: Partial<KitOptions>) {
  const reported = listen()
  const { kit } = startTestKit({ debug: true, ...options })
  tellMissing(kit)
  return { bar: kit.getState().alert?.text, count: reported.length }
}

test('a site that wants phones and has no relay learns what its visitors miss', () => {
  expect(told({ enableWalletConnect: true })).toEqual({ bar: 'Option "services.relay" is missing. Without it the wallets of phones connect in their own browsers alone. Pass a wss:// URL, or leave out enableWalletConnect.', count: 1 })
})

test('a projectId that nobody gets is told', () => {
  expect(told({ projectId: 'mine', enableWalletConnect: false })).toEqual({ bar: 'Option "projectId" goes to no service. Pass services.relay, services.api or services.wallet.', count: 1 })
  expect(told({ projectId: 'mine', enableWalletConnect: false, services: { wallet: 'https://wallet.example.org' } })).toEqual({ bar: undefined, count: 0 })
  expect(told({ projectId: 'mine', enableWalletConnect: true }).count).toBe(2)
})

test.each<[string, Partial<KitOptions>]>([
  ['a relay', { projectId: 'mine', services: { relay: 'wss://relay.example.org' } }],
  ['an API that takes the projectId, and no wish for phones', { projectId: 'mine', services: { api: 'https://api.example.org' }, enableWalletConnect: false }],
  ['neither a relay nor a wish for phones', {}],
  ['no wallets at all', { enableWallets: false }],
])('with %s there is nothing to tell', (_, options) => {
  expect(told(options)).toEqual({ bar: undefined, count: 0 })
})

test('an API that does not answer is told once, with its address; one that does is not', async () => {
  const reported = listen()
  let status = 503
  const { url } = await startTestServer((response) => sendJson(response, { http: [], ws: [] }, status))
  const { kit } = startTestKit({ debug: true, services: { api: url } })
  await tellDeadApi(kit)
  await tellDeadApi(kit)
  expect(kit.getState().alert).toEqual({ code: 'alertInvalidConfiguration', text: `Option "services.api" does not answer (HTTP request failed.). Is an API at ${url}?` })
  expect(reported).toHaveLength(1)
  status = 200
  const { kit: healthy } = startTestKit({ debug: true, services: { api: url } })
  await tellDeadApi(healthy)
  expect(healthy.getState().alert).toBeUndefined()
})

test('an API that refuses the project is alive: what it says is told', async () => {
  const reported = listen()
  const { url } = await startTestServer((response) => sendJson(response, { status: 'FAILED', reasons: [{ description: 'Unknown project' }] }, 401))
  const { kit, until } = startTestKit({ debug: true, services: { api: url } })
  await tellDeadApi(kit)
  expect((await until(({ alert }) => alert !== undefined)).alert).toEqual({ code: 'alertInvalidProjectId', text: 'Unknown project' })
  expect(reported).toEqual([])
})

test('without an API nobody is asked', async () => {
  const { kit } = startTestKit({ debug: true, fetch: () => Promise.reject(new Error('asked')) })
  await tellDeadApi(kit)
  expect(kit.getState().alert).toBeUndefined()
})
