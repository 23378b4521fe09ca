import { expect, test } from 'vitest'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Wallet } from '../../core/contracts/wallet.ts'
import { connectRows } from './connectRows.ts'
import type { ConnectSources } from './joinWallets.ts'

const phones: Connector = {
  id: 'walletConnect',
  name: 'WalletConnect',
  namespace: 'eip155',
  type: 'walletConnect',
}
const fox: Wallet = { id: 'fox', name: 'Fox', mobile_link: 'fox://' }
const owl: Wallet = { id: 'owl', name: 'Owl', mobile_link: 'owl://' }
const hen: Wallet = { id: 'hen', name: 'Hen', mobile_link: 'hen://' }

/** Whether the list has a row that leads to all wallets, if there are `count` wallets. */
function leadsOn(count: number | undefined, sources: Partial<ConnectSources>): boolean {
  const rows = connectRows({
    connectors: [phones],
    recents: [],
    featured: [],
    recommended: [],
    options: {},
    device: { isPhone: false, hasProvider: true },
    all: { count },
    ...sources,
  })
  return rows.some(({ kind }) => kind === 'all')
}

test('without further wallets there is no row for all wallets', () => {
  expect(leadsOn(2, { recommended: [fox, owl] })).toBe(false)
  expect(
    leadsOn(2, { featured: [fox], recommended: [owl], options: { featuredWalletIds: ['fox'] } }),
  ).toBe(false)
  expect(leadsOn(1, { options: { customWallets: [fox] } })).toBe(false)
})

test('with further wallets, or an unknown number, there is a row for all wallets', () => {
  expect(leadsOn(3, { recommended: [fox, owl] })).toBe(true)
  expect(leadsOn(undefined, { recommended: [fox, owl] })).toBe(true)
  expect(leadsOn(2, { recommended: undefined })).toBe(true)
})

test('wallets that only this browser knows do not count as part of the catalogue', () => {
  const own: Connector = { id: 'com.own', name: 'Own', namespace: 'eip155', type: 'injected' }
  expect(leadsOn(2, { connectors: [phones, own], recommended: [fox] })).toBe(true)
  expect(leadsOn(2, { recents: [hen], recommended: [fox] })).toBe(true)
})
