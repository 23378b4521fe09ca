import { coinbaseNetworks } from '@latchkey/protocol/coinbaseNetworks'
import { onrampUrl } from '@latchkey/protocol/onramp'
import type { ApiContext } from '../../core/http/callApi.ts'
import { callApi } from '../../core/http/callApi.ts'
import type { Account } from '../../core/kit/state.ts'
import type { OnrampQuote } from './estimate.ts'

/** Whether a provider is Coinbase, for whose page the API has a separate endpoint. */
export const isCoinbase = (providerId: string): boolean => /^coinbase/i.test(providerId)

/** Whether Coinbase sells on a network. */
export const isOnCoinbase = (networkId: string): boolean =>
  Object.hasOwn(coinbaseNetworks, networkId)

/**
 * Requests the URL of Coinbase's page for a purchase from the API
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
    // both amounts of the offer. Coinbase's page uses the crypto amount if it gets both, and the
    // visitor confirms the amounts there
    ...(purchase.amount !== undefined && { presetCryptoAmount: Number(purchase.amount) }),
    presetFiatAmount: Number(payment.amount),
    defaultExperience: 'buy' as const,
  }
  return (await callApi(api, onrampUrl, { query: {}, body, signal })).url
}
