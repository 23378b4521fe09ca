import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const read = (query: string) => readSettings(new URL(`http://localhost/${query}`))

test('by default the wallet asks the user, and StrictMode is on', () => {
  expect(read('')).toEqual({
    wallet: 'ask',
    theme: undefined,
    locale: undefined,
    strict: true,
    apiUp: true,
    signIn: undefined,
    kit: {},
    walletChains: undefined,
    walletAssets: undefined,
  })
})

test('`readSettings` reads every setting from the URL', () => {
  const settings = {
    wallet: 'refuse',
    theme: 'dark',
    locale: 'de',
    strict: false,
    apiUp: false,
    signIn: 'optional',
    kit: { enableWallets: false },
    walletChains: [31337],
    walletAssets: { 31337: [] },
  }
  expect(
    read(
      '?wallet=refuse&theme=dark&locale=de&strict=0&api=down&siwx=optional&kit={"enableWallets":false}&wallet-chains=31337&wallet-assets={"31337":[]}',
    ),
  ).toEqual(settings)
})

test('`readSettings` ignores invalid values', () => {
  expect(
    read('?wallet=<b>&theme=pink&siwx=yes&kit={&wallet-assets=5x&wallet-chains=abc'),
  ).toMatchObject({
    wallet: 'ask',
    theme: undefined,
    signIn: undefined,
    kit: {},
    walletAssets: undefined,
    walletChains: undefined,
  })
})
