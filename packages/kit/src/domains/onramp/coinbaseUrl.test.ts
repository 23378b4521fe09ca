import { expect, test } from 'vitest'
import { parseNetworkId } from '@latchkey/protocol/caip'
import { coinbaseUrl, isOnCoinbase } from './coinbaseUrl.ts'
import { startTestOnramp } from './startTestOnramp.ts'
import { accountOf } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { OnrampQuote } from './estimate.ts'

const networks = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
}

const quoteOn = (id: string, amount?: string): OnrampQuote => ({
  provider: { id: 'coinbase', name: 'Coinbase', isTest: false },
  payment: { amount: '50.5', currency: 'USD' },
  purchase: { symbol: 'USDC', networkId: parseNetworkId(id).networkId, ...(amount && { amount }) },
  fees: {},
  expiresAt: Infinity,
  isEstimate: false,
})

async function bodyOf(quote: OnrampQuote) {
  const { kit, requestsOf } = await startTestOnramp({
    '/generators/onrampurl': { url: 'https://pay.example.org/' },
  })
  const account = accountOf(kit.getState())
  const { api } = contextOf(kit)
  if (!account || !api) throw new Error('not connected')
  await coinbaseUrl(api, { account, quote })
  return { body: requestsOf('/generators/onrampurl')[0], address: account.address }
}

test.each(Object.entries(networks))(
  'the network id %s is sold at Coinbase under the name %s',
  async (networkId, slug) => {
    expect(isOnCoinbase(networkId)).toBe(true)
    expect((await bodyOf(quoteOn(networkId))).body).toMatchObject({ defaultNetwork: slug })
  },
)

test.each([
  'eip155:31337',
  'eip155:56',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'Ethereum',
  'constructor',
  '__proto__',
])('isOnCoinbase is false for %s', (networkId) => {
  expect(isOnCoinbase(networkId)).toBe(false)
})

test('the page of Coinbase starts with the payment amount, and with the purchase amount if the offer has one', async () => {
  const { body, address } = await bodyOf(quoteOn('eip155:8453', '49.1'))
  expect(body).toEqual({
    destinationWallets: [{ address, blockchains: Object.values(networks), assets: ['USDC'] }],
    partnerUserId: address,
    defaultNetwork: 'base',
    presetCryptoAmount: 49.1,
    presetFiatAmount: 50.5,
    defaultExperience: 'buy',
  })
  expect((await bodyOf(quoteOn('eip155:8453'))).body).not.toHaveProperty('presetCryptoAmount')
})
