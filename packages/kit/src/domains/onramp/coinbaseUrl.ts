import { coinbaseNetworks } from '@latchkey/protocol/coinbaseNetworks'
import { onrampUrl } from '@latchkey/protocol/onramp'
import type { ApiContext } from '../../core/http/callApi.ts'
import { callApi } from '../../core/http/callApi.ts'
import type { Account } from '../../core/kit/state.ts'
import type { OnrampQuote } from './quotes.lazy.ts'

/** Whether a provider is the one whose page the API creates with an endpoint of its own. */
export const isCoinbase = (providerId: string): boolean => /^coinbase/i.test(providerId)

/** Whether Coinbase sells on a network. */
export const isOnCoinbase = (networkId: string): boolean =>
  Object.hasOwn(coinbaseNetworks, networkId)

/**
 * Requests the page of a Coinbase-style provider from the API
 * (docs/contracts/api.md#coinbase-page).
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export async function coinbaseUrl(
  api: ApiContext,
  {
    account: { address },
    quote: { payment, purchase },
    signal,
  }: { account: Account; quote: OnrampQuote; signal?: AbortSignal },
): Promise<string> {
  const slug = coinbaseNetworks[purchase.networkId]
  const body = {
    destinationWallets: [
      { address, blockchains: Object.values(coinbaseNetworks), assets: [purchase.symbol] },
    ],
    partnerUserId: address,
    ...(slug && { defaultNetwork: slug }),
    // the provider's page shows both amounts, and the visitor confirms them there; if it gets both,
    // it uses the crypto amount, which is the offer's
    ...(purchase.amount !== undefined && { presetCryptoAmount: Number(purchase.amount) }),
    presetFiatAmount: Number(payment.amount),
    defaultExperience: 'buy' as const,
  }
  return (await callApi(api, onrampUrl, { query: {}, body, signal })).url
}
