import { afterEach, expect, test, vi } from 'vitest'
import { inAppWalletOf } from './inAppWalletOf.ts'

afterEach(() => vi.unstubAllGlobals())
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const computer = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0 Safari/537.36'

test.each<[string, string, readonly string[], string | undefined]>([
  ['on a phone, the only wallet is marked as the page’s browser', phone, ['Phantom'], 'Phantom'],
  ['on a phone, an unknown wallet is not marked', phone, ['Mobile Wallet Adapter'], undefined],
  ['on a phone with two wallets, none is marked', phone, ['Phantom', 'Solflare'], undefined],
  ['on a computer, no wallet is marked', computer, ['Phantom'], undefined],
])('%s', (_, userAgent, names, home) => {
  vi.stubGlobal('navigator', { userAgent })
  expect(inAppWalletOf(names.map((name) => ({ id: name, name })))).toBe(home)
})
