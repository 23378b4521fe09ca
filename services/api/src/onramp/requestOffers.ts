import { withLimit } from '@latchkey/server/waiting'
import { ApiError, unavailable } from '../apiError.ts'
import type { Offer, OnrampProvider, OrderProvider, OfferRequest } from './onrampProvider.ts'

/** Milliseconds that each provider has to answer. */
const timeLimit = 8_000

/** The providers that make offers. */
export const sellersOf = (providers: readonly OnrampProvider[]): OrderProvider[] =>
  providers.filter((provider) => provider.kind === 'orders')

/**
 * Requests the offers of all providers concurrently, each with its own time limit. A provider that
 * fails or refuses is left out.
 * @throws ApiError 503 if all providers have failed; if none has an offer and one refuses, its
 *   refusal; the signal's reason
 */
export async function requestOffers(
  providers: readonly OrderProvider[],
  wanted: OfferRequest,
  signal: AbortSignal,
): Promise<Offer[]> {
  const results = await Promise.allSettled(
    providers.map((provider) =>
      withLimit(timeLimit, signal, (limited) => provider.quotes(wanted, limited)),
    ),
  )
  signal.throwIfAborted()
  const offers = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (offers.length > 0) return offers
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  const refusal = reasons.find((reason) => reason instanceof ApiError)
  throw refusal ?? unavailable('', 'No provider has a price now', reasons[0])
}
