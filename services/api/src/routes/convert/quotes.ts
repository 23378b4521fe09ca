import { convertQuotes as endpoint, type SwapQuote } from '@latchkey/protocol/convert'
import { counts } from '@latchkey/protocol/limits'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Service } from '../../service.ts'
import type { Offered } from '../../swap/bestFirst.ts'
import { amountOf, placesOf, swapFailure } from './swapRequest.ts'

/**
 * Makes the endpoint of the providers' offers for an amount, best first. Source:
 * docs/contracts/api.md#swap-quotes
 */
export function convertQuotes(service: Service): Route {
  const { swaps } = service
  return {
    ...endpoint,
    async answer(call) {
      const { query } = await readCall(call, endpoint, service)
      const { chain, from, to, user } = placesOf(service, {
        from: query.from,
        to: query.to,
        user: query.userAddress ?? query.from,
      })
      if (from === to) throw new ApiError(400, '', 'Expected two different tokens')
      const amount = amountOf(query.amount)
      const signal = clientSignal(call)
      try {
        const gasPrice =
          query.gasPrice === undefined
            ? (await swaps.gasPrices(chain, signal)).standard
            : BigInt(query.gasPrice)
        const offers = await swaps.offers(
          { chain, from, to, amount, gasPrice, ...(query.userAddress !== undefined && { user }) },
          signal,
        )
        const quotes = offers
          .slice(0, counts.swapQuotes)
          .map((offer) => quoteOf(offer, query, chain.networkId))
        return answerJson(call, { quotes }, { 'cache-control': 'no-store' })
      } catch (error) {
        throw swapFailure(error)
      }
    },
  }
}

function quoteOf(
  { provider, offer }: Offered,
  parameters: { amount: string; from: string; to: string },
  networkId: string,
): SwapQuote {
  return {
    id: null,
    fromAmount: parameters.amount,
    fromAccount: parameters.from,
    toAmount: String(offer.amountOut),
    toAccount: parameters.to,
    provider: { id: provider.id, name: provider.name },
    spender: `${networkId}:${offer.spender}`,
    priceImpact: offer.priceImpact,
    fee: String(offer.fee),
    ...(offer.gas !== undefined && { gas: String(offer.gas) }),
    route: offer.route.map(({ percent, tokens, pools }) => ({
      percent,
      tokens: tokens.map((token) => `${networkId}:${token}`),
      pools: pools.map((name) => ({ name })),
    })),
  }
}
