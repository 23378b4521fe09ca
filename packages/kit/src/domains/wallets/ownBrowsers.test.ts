import { expect, test } from 'vitest'
import catalogue from '../../../../../services/api/data/wallets.json' with { type: 'json' }
import { ownBrowsers } from './ownBrowsers.ts'

const namesOf = (...given: Parameters<typeof ownBrowsers>) =>
  ownBrowsers(...given).map(({ name }) => name)

test('without a list, the wallets of the catalogue with a browser link are used', () => {
  const rows = catalogue.filter(
    ({ inAppBrowser, namespaces }) => inAppBrowser && namespaces.includes('eip155'),
  )
  expect(
    ownBrowsers([], {}).map(({ id, name, rdns, in_app_browser }) => [
      id,
      name,
      rdns,
      in_app_browser,
    ]),
  ).toEqual(rows.map(({ id, name, rdns, inAppBrowser }) => [id, name, rdns, inAppBrowser]))
})

test('a given list stands first, each wallet once, and wallets without a browser are left out', () => {
  const own = { id: 'moon', name: 'Moon', in_app_browser: 'https://moon.example.org/dapp/' }
  const listed = [
    own,
    { id: 'other', name: 'Other' },
    {
      id: 'mm',
      name: 'My MetaMask',
      rdns: 'io.metamask',
      in_app_browser: 'https://metamask.app.link/dapp/',
    },
  ]
  expect(namesOf(listed, {})).toEqual(['Moon', 'My MetaMask', 'Phantom'])
})

test('the site’s includes and excludes apply', () => {
  expect(namesOf([], { excludeWalletIds: ['METAMASK'] })).toEqual(['Phantom'])
  expect(namesOf([], { includeWalletIds: ['io.metamask'] })).toEqual(['MetaMask'])
  expect(namesOf([], { includeWalletIds: [] })).toEqual([])
})
