import { onrampUrl } from '@latchkey/protocol/onramp'
import type { ApiContext } from '../core/callApi.ts'
import { callApi } from '../core/callApi.ts'
import type { Account } from '../core/state.ts'
import type { OnrampQuote } from './quotes.ts'

/** The provider's words for networks, by their ids: a site may show a network by any name. spec 9, api 14 */
const slugs: { readonly [networkId: string]: string } = {
  'eip155:1': 'ethereum', 'eip155:42161': 'arbitrum', 'eip155:137': 'polygon', 'eip155:80094': 'berachain', 'eip155:43114': 'avalanche-c-chain', 'eip155:10': 'optimism', 'eip155:42220': 'celo', 'eip155:8453': 'base',
}

/** Whether a provider is the one whose page the API makes by its own endpoint. */
export const isCoinbase = (providerId: string): boolean => /^coinbase/i.test(providerId)

/** Whether it sells on a network. */
export const isOnCoinbase = (networkId: string): boolean => Object.hasOwn(slugs, networkId)

/** The page of a Coinbase-style provider. api 9.1 @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted */
export async function coinbaseUrl(api: ApiContext, { account: { address }, quote: { payment, purchase }, signal }: { account: Account; quote: OnrampQuote; signal?: AbortSignal }): Promise<string> {
  const slug = slugs[purchase.networkId]
  const body = {
    destinationWallets: [{ address, blockchains: Object.values(slugs), assets: [purchase.symbol] }],
    partnerUserId: address,
    ...(slug && { defaultNetwork: slug }),
    // the provider's own page shows them, and the visitor confirms them there; of both it takes the crypto amount: what the offer promised
    ...(purchase.amount !== undefined && { presetCryptoAmount: Number(purchase.amount) }),
    presetFiatAmount: Number(payment.amount),
    defaultExperience: 'buy' as const,
  }
  return (await callApi(api, onrampUrl, { query: {}, body, signal })).url
}
