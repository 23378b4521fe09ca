import { expect, onTestFinished, test } from 'vitest'
import type { LinkState } from '../../core/contracts/connectorSource.ts'
import { startTestPage } from '../evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { createStandardLink } from './standardLink.ts'
import { contextOf } from '../../core/kit/context.ts'

const [first, second] = [
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  'So11111111111111111111111111111111111111112',
]
const accountOf = (address: string) => ({
  address,
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: [],
})

test('after a return from the bfcache, the link reads the wallet’s current account, even without an event', () => {
  const page = startTestPage()
  const [network] = contextOf(startTestKit().kit).networks
  if (!network) throw new Error('There is no network')
  const wallet = { accounts: [accountOf(first)], features: {} }
  const link = createStandardLink({
    connectorId: 'one',
    wallet,
    addresses: [first],
    networkId: network.networkId,
    networkIds: [network.networkId],
    method: 'browser',
    disconnectWallet: async () => {},
  })
  const states: (LinkState | undefined)[] = []
  onTestFinished(link.subscribe((state) => states.push(state)))
  const returnToPage = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  wallet.accounts = [accountOf(second)]
  returnToPage(false)
  expect(states).toEqual([])
  returnToPage(true)
  expect(states).toMatchObject([{ accounts: [{ address: second }] }])
  wallet.accounts = []
  returnToPage(true)
  expect(states.at(-1)).toBeUndefined()
  expect(states).toHaveLength(2)
})
