import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestPage, startTestSolana, startTestSolanaWallet } from '../startTestSolana.ts'

beforeEach(() => void startTestPage())
afterEach(() => vi.unstubAllGlobals())
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const computer = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0 Safari/537.36'

test.each<[string, string, readonly string[], readonly (true | undefined)[]]>([
  ['the only wallet on a phone is that whose browser it is', phone, ['Phantom'], [true]],
  [
    'one that is not known may be a wallet of any browser',
    phone,
    ['Mobile Wallet Adapter'],
    [undefined],
  ],
  ['of two none is', phone, ['Phantom', 'Solflare'], [undefined, undefined]],
  ['on a computer there is a list', computer, ['Phantom'], [undefined]],
])('%s', (_, userAgent, names, homes) => {
  vi.stubGlobal('navigator', { userAgent })
  const { kit } = startTestSolana()
  for (const name of names) startTestSolanaWallet({ name })
  expect(kit.getState().connectors.map(({ isHome }) => isHome)).toEqual(homes)
})
