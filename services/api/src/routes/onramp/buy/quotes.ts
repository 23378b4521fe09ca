import { onrampBuyQuotes as endpoint } from '@latchkey/protocol/onramp'
import { formatUnits } from 'viem'
import { ApiError } from '../../../apiError.ts'
import { answerJson } from '../../../http/answer.ts'
import { clientSignal } from '../../../http/clientSignal.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import { requestOffers, sellersOf } from '../../../onramp/requestOffers.ts'
import { centsOf, textOfCents } from '@latchkey/server/cents'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint of the first provider's price for an amount, in the shapes of the public
 * server. Source: docs/contracts/api.md#offers-and-providers
 */
export function onrampBuyQuotes(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { purchaseCurrency, purchaseNetwork, paymentAmount, paymentCurrency, paymentMethod },
      } = await readCall(call, endpoint, service)
      const [seller] = sellersOf(service.onramp.providers)
      const { following } = service.onramp
      if (!seller || !following) throw new ApiError(404, '', 'Nothing is sold here')
      const cents = centsOf(paymentAmount)
      if (cents === undefined)
        throw new ApiError(
          400,
          'paymentAmount',
          'Expected an amount with two digits after the point at most',
        )
      const [offer] = await requestOffers(
        [seller],
        {
          cents,
          currency: paymentCurrency,
          symbol: purchaseCurrency,
          networkId: purchaseNetwork,
          method: paymentMethod,
        },
        clientSignal(call),
      )
      if (!offer) throw new ApiError(400, 'paymentAmount', 'Nothing is sold for this amount')
      const money = (hundredths: bigint) => ({
        value: textOfCents(hundredths),
        currency: offer.currency,
      })
      return answerJson(
        call,
        {
          paymentTotal: money(offer.cents),
          paymentSubTotal: money(offer.cents - offer.transactionFee - offer.networkFee),
          purchaseAmount: {
            value: formatUnits(offer.amount, offer.decimals),
            currency: offer.symbol,
          },
          coinbaseFee: money(offer.transactionFee),
          networkFee: money(offer.networkFee),
          quoteId: following.seal.seal(offer),
        },
        { 'cache-control': 'no-store' },
      )
    },
  }
}
