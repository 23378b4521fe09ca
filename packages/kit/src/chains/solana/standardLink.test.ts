import { expect, onTestFinished, test } from 'vitest'
import type { LinkState } from '../../core/connectorSource.ts'
import { startTestPage } from '../evm/startTestPage.ts'
import { startTestKit } from '../../connection/startTestKit.ts'
import { createStandardLink } from './standardLink.ts'

const [one, other] = [
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  'So11111111111111111111111111111111111111112',
]
const accountOf = (address: string) => ({
  address,
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: [],
})

test('a page that comes back from the bfcache learns which account the wallet has chosen meanwhile, also where it fired no event', () => {
  const page = startTestPage()
  const [network] = startTestKit().kit.context.networks
  if (!network) throw new Error('There is no network')
  const wallet = { accounts: [accountOf(one)], features: {} }
  const link = createStandardLink({
    connectorId: 'one',
    wallet,
    accounts: [one],
    networkId: network.networkId,
    networkIds: [network.networkId],
    method: 'browser',
    leave: async () => {},
  })
  const told: (LinkState | undefined)[] = []
  onTestFinished(link.subscribe((state) => told.push(state)))
  const comeBack = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  wallet.accounts = [accountOf(other)]
  comeBack(false)
  expect(told).toEqual([])
  comeBack(true)
  expect(told).toMatchObject([{ accounts: [other] }])
  wallet.accounts = []
  comeBack(true)
  expect(told.at(-1)).toBeUndefined()
  expect(told).toHaveLength(2)
})
