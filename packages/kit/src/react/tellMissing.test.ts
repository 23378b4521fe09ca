import { expect, onTestFinished, test } from 'vitest'
import { startTestKit } from '../connection/startTestKit.ts'
import type { KitOptions } from '../core/options.ts'
import { tellMissing } from './tellMissing.ts'

/** What a developer reads in the bar and in the console. */
function told(options: Partial<KitOptions>) {
  const reported: unknown[] = []
  const { reportError: before } = globalThis
  globalThis.reportError = (error) => void reported.push(error)
  onTestFinished(() => void (globalThis.reportError = before))
  const { kit } = startTestKit({ debug: true, ...options })
  tellMissing(kit)
  return { bar: kit.getState().alert?.text, count: reported.length }
}

test('a site without a relay learns what its visitors on phones miss', () => {
  expect(told({})).toEqual({ bar: 'Option "services.relay" is missing. Without it the wallets of phones connect in their own browsers alone. Pass a wss:// URL, or enableWalletConnect: false.', count: 1 })
})

test('a projectId that nobody gets is told', () => {
  expect(told({ projectId: 'mine', enableWalletConnect: false })).toEqual({ bar: 'Option "projectId" goes to no service. Pass services.relay, services.api or both.', count: 1 })
  expect(told({ projectId: 'mine' }).count).toBe(2)
})

test.each<[string, Partial<KitOptions>]>([
  ['a relay', { projectId: 'mine', services: { relay: 'wss://relay.example.org' } }],
  ['an API that takes the projectId, and no wish for phones', { projectId: 'mine', services: { api: 'https://api.example.org' }, enableWalletConnect: false }],
  ['no wallets at all', { enableWallets: false }],
])('with %s there is nothing to tell', (_, options) => {
  expect(told(options)).toEqual({ bar: undefined, count: 0 })
})
