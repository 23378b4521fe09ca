import { expect, test } from 'vitest'
import { isListed } from './isListed.ts'

const fox = { id: 'io.fox', name: 'Fox' }
const phones = { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' } as const

test('without options every wallet is listed', () => {
  expect(isListed({})(fox)).toBe(true)
  expect(isListed({ includeWalletIds: [] })(fox)).toBe(true)
})

test('a wallet is excluded by any of its ids or names', () => {
  const isWanted = isListed({
    excludeWalletIds: ['FOX', 'com.other'],
    includeWalletIds: ['io.fox'],
  })
  expect(isWanted(fox)).toBe(false)
  expect(isWanted({ id: 'io.fox', name: 'Renamed' })).toBe(true)
  expect(isWanted({ id: 'io.fox', name: 'Renamed' }, { id: 'com.other', name: 'Other' })).toBe(
    false,
  )
})

test('with `includeWalletIds`, only the included, featured and own wallets and WalletConnect are listed', () => {
  const isWanted = isListed({
    includeWalletIds: ['me.owl'],
    featuredWalletIds: ['Hare'],
    customWallets: [{ id: 'own', name: 'Own', rdns: 'org.own' }],
  })
  expect(isWanted(fox)).toBe(false)
  expect(isWanted({ id: 'ME.owl', name: 'Owl' })).toBe(true)
  expect(isWanted(fox, { id: 'me.owl', name: 'Fox' })).toBe(true)
  expect(isWanted({ id: 'x', name: 'hare' })).toBe(true)
  expect(isWanted({ id: 'org.own', name: 'By another name' })).toBe(true)
  expect(isWanted(phones)).toBe(true)
})
