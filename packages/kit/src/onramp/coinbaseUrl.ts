import { coinbaseNetworks } from '@latchkey/protocol/coinbaseNetworks'
import { onrampUrl } from '@latchkey/protocol/onramp'
import type { ApiContext } from '../core/callApi.ts'
import { callApi } from '../core/callApi.ts'
import type { Account } from '../core/state.ts'
import type { OnrampQuote } from './quotes.ts'

/** Whether a provider is the one whose page the API makes by its own endpoint. */
export const isCoinbase = (providerId: string): boolean => /^coinbase/i.test(providerId)

/** Whether it sells on a network. */
export const isOnCoinbase = (networkId: string): boolean =>
  Object.hasOwn(coinbaseNetworks, networkId)

/**
 * The page of a Coinbase-style provider. api 9.1 @throws KitError httpFailed, httpTimeout,
 * answerInvalid, requestAborted
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
    // the provider's own page shows them, and the visitor confirms them there; of both it takes the
    // crypto amount: what the offer promised
    ...(purchase.amount !== undefined && { presetCryptoAmount: Number(purchase.amount) }),
    presetFiatAmount: Number(payment.amount),
    defaultExperience: 'buy' as const,
  }
  return (await callApi(api, onrampUrl, { query: {}, body, signal })).url
}
