import { describe, expect, test } from 'vitest'
import type { Wallet } from '../../../core/contracts/wallet.ts'
import { hasStores, platformsOf, storesOf } from './storesOf.ts'

const fox: Wallet = {
  id: 'fox',
  name: 'Fox',
  homepage: 'https://fox.example',
  app_store: 'https://apps.example/fox',
  play_store: 'https://play.example/fox',
  chrome_store: 'https://chrome.example/fox',
  firefox_store: 'https://firefox.example/fox',
  mac_store: 'https://fox.example/mac',
  linux_store: 'https://fox.example/linux',
}
const phones = {
  ios: 'https://apps.example/fox',
  android: 'https://play.example/fox',
  homepage: 'https://fox.example',
}

describe('the stores for this device', () => {
  test.for([
    [
      { isPhone: false, extensions: 'chrome', system: 'linux' },
      {
        ...phones,
        extension: { store: 'chrome', url: 'https://chrome.example/fox' },
        desktop: 'https://fox.example/linux',
      },
    ],
    [
      { isPhone: false, extensions: 'firefox', system: 'mac' },
      {
        ...phones,
        extension: { store: 'firefox', url: 'https://firefox.example/fox' },
        desktop: 'https://fox.example/mac',
      },
    ],
    [{ isPhone: false, extensions: 'safari', system: 'windows' }, phones],
    [{ isPhone: false, extensions: undefined, system: undefined }, phones],
    [{ isPhone: true, extensions: undefined, system: undefined }, phones],
  ] as const)('storesOf returns the stores for the device %j', ([device, stores]) => {
    expect(storesOf(fox, device)).toEqual({ extension: undefined, desktop: undefined, ...stores })
  })

  test('on a computer a store for any browser replaces a missing store for this browser', () => {
    const wallet = { id: 'owl', name: 'Owl', browser_store: 'https://owl.example/add' }
    expect(
      storesOf(wallet, { isPhone: false, extensions: 'edge', system: 'mac' }).extension,
    ).toEqual({ store: 'otherBrowser', url: 'https://owl.example/add' })
    expect(
      storesOf(wallet, { isPhone: true, extensions: undefined, system: undefined }).extension,
    ).toBeUndefined()
  })
})

test.for([
  'javascript:alert(1)',
  'data:text/html,x',
  'fox://store',
  '',
  'https://',
  'http://apps.example/fox',
  'https://apps.example@evil.example',
  'https:\\\\evil.example',
  'https://evil。example',
])('the link %j is not accepted as a store', (link) => {
  const wallet = { id: 'owl', name: 'Owl', app_store: link, homepage: link, chrome_store: link }
  expect(hasStores(wallet)).toBe(false)
  expect(
    Object.values(storesOf(wallet, { isPhone: false, extensions: 'chrome', system: 'mac' })).filter(
      Boolean,
    ),
  ).toEqual([])
})

test('platformsOf returns the platforms of a wallet', () => {
  expect(platformsOf(fox)).toEqual(['phone', 'browser', 'computer'])
  expect(platformsOf({ id: 'owl', name: 'Owl', play_store: 'https://play.example/owl' })).toEqual([
    'phone',
  ])
  expect(platformsOf({ id: 'owl', name: 'Owl', edge_store: 'https://edge.example/owl' })).toEqual([
    'browser',
  ])
  expect(platformsOf({ id: 'owl', name: 'Owl', homepage: 'https://owl.example' })).toEqual([])
})
