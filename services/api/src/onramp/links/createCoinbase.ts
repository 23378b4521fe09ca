import type { onrampUrl } from '@latchkey/protocol/onramp'
import type * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import type { LinkProvider } from '../onrampProvider.ts'

/** The chains of a Coinbase-style provider: its own names, by CAIP-2. api 14 */
export const coinbaseChains: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum', 'eip155:42161': 'arbitrum', 'eip155:137': 'polygon', 'eip155:80094': 'berachain', 'eip155:43114': 'avalanche-c-chain', 'eip155:10': 'optimism', 'eip155:42220': 'celo', 'eip155:8453': 'base',
}

/** What its page is asked for. */
export type CoinbaseAsked = v.InferOutput<typeof onrampUrl.body>

/** A provider whose page takes everything in its address. */
export type Coinbase = LinkProvider & { urlOf(asked: CoinbaseAsked): string }

/** Makes pages of Coinbase Onramp, or of a company with the same parameters. Source: blockchain API contract, section 9.1; Coinbase's documentation of its URL parameters */
export function createCoinbase({ appId, url }: { appId: string; url: string }): Coinbase {
  function urlOf({ destinationWallets, partnerUserId, defaultNetwork, presetCryptoAmount, presetFiatAmount, defaultExperience, handlingRequestedUrls }: CoinbaseAsked): string {
    const page = new URL(url)
    const parameters = { appId, destinationWallets: JSON.stringify(destinationWallets), partnerUserId, defaultNetwork, presetCryptoAmount, presetFiatAmount, defaultExperience, handlingRequestedUrls }
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) page.searchParams.set(name, String(value))
    return page.href
  }

  return {
    kind: 'link',
    id: 'coinbase',
    facts: { serviceProvider: 'coinbase', name: 'Coinbase', status: 'LIVE', websiteUrl: 'https://www.coinbase.com', categories: ['CRYPTO_ONRAMP'], feeRange: '1-2%' },
    urlOf,
    async link({ wallet, symbol, networkId, amount }) {
      const slug = networkId === undefined ? undefined : coinbaseChains[networkId]
      if (networkId !== undefined && slug === undefined) throw new ApiError(400, 'chainId', 'Unsupported chain')
      const blockchains = slug === undefined ? Object.values(coinbaseChains) : [slug]
      return urlOf({ destinationWallets: [{ address: wallet, blockchains, assets: [symbol] }], partnerUserId: wallet, defaultNetwork: slug, presetFiatAmount: amount, defaultExperience: 'buy' })
    },
  }
}
