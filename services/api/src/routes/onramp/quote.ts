import { onrampQuote as endpoint } from '@latchkey/protocol/onramp'
import { formatUnits } from 'viem'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { requestOffers, sellersOf } from '../../onramp/requestOffers.ts'
import { centsOf, textOfCents } from '@latchkey/server/cents'
import type { Service } from '../../service.ts'
import { networkIdOf } from '../../chains/evm/evmChain.ts'

/**
 * Makes the endpoint of the first provider's price for an amount, in the shapes of the published
 * kits. Source: docs/contracts/api.md#onramp-options-and-quote
 */
export function onrampQuote(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        body: { purchaseCurrency, paymentCurrency, amount, network },
      } = await readCall(call, endpoint, service)
      const [seller] = sellersOf(service.onramp.providers)
      const { following } = service.onramp
      if (!seller || !following) throw new ApiError(404, '', 'Nothing is sold here')
      const cents = centsOf(amount)
      if (cents === undefined)
        throw new ApiError(
          400,
          'amount',
          'Expected an amount with two digits after the point at most',
        )
      const networkId = purchaseCurrency.networks
        .map(({ chain_id }) => (chain_id.includes(':') ? chain_id : networkIdOf(chain_id)))
        .find((id) => service.chains.some((chain) => chain.networkId === id))
      const [offer] = await requestOffers(
        [seller],
        { cents, currency: paymentCurrency.id, symbol: network, networkId },
        clientSignal(call),
      )
      if (!offer) throw new ApiError(400, 'amount', 'Nothing is sold for this amount')
      const money = (hundredths: bigint) => ({
        amount: textOfCents(hundredths),
        currency: offer.currency,
      })
      return answerJson(
        call,
        {
          paymentTotal: money(offer.cents),
          paymentSubtotal: money(offer.cents - offer.transactionFee - offer.networkFee),
          purchaseAmount: {
            amount: formatUnits(offer.amount, offer.decimals),
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
