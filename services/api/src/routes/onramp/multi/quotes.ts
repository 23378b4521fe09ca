import { onrampMultiQuotes as endpoint, type ProviderQuote } from '@latchkey/protocol/onramp'
import { formatUnits } from 'viem'
import { ApiError } from '../../../apiError.ts'
import { answerJson } from '../../../http/answer.ts'
import { clientSignal } from '../../../http/clientSignal.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import { requestOffers, sellersOf } from '../../../onramp/requestOffers.ts'
import { centsOf } from '@latchkey/server/cents'
import type { Offer } from '../../../onramp/onrampProvider.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint of the offers of all providers. Source:
 * docs/contracts/api.md#offers-and-providers
 */
export function onrampMultiQuotes(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { body } = await readCall(call, endpoint, service)
      const { following, providers } = service.onramp
      const excluded = new Set(
        typeof body.excludeProviders === 'string'
          ? body.excludeProviders.split(',')
          : body.excludeProviders,
      )
      const sellers = sellersOf(providers).filter(({ id }) => !excluded.has(id))
      const hasPages = providers.some(({ id, kind }) => kind === 'link' && !excluded.has(id))
      if (sellers.length === 0 && !hasPages) throw new ApiError(404, '', 'Nothing is sold here')
      const cents = centsOf(body.sourceAmount)
      if (cents === undefined)
        throw new ApiError(
          400,
          'sourceAmount',
          'Expected an amount with two digits after the point at most',
        )
      const networkId =
        body.chainId === undefined || hasPages
          ? body.chainId
          : service.chain(body.chainId).networkId
      if (!following || sellers.length === 0)
        // the remaining providers show their prices only on their own pages
        return answerJson(call, [], { 'cache-control': 'no-store' })
      const offers = await requestOffers(
        sellers,
        {
          cents,
          currency: body.sourceCurrencyCode,
          symbol: body.destinationCurrencyCode,
          networkId,
          method: body.paymentMethodType,
        },
        clientSignal(call),
      ).catch((error: unknown) => {
        // a provider with its own page may sell it
        if (hasPages && error instanceof ApiError && error.status === 400) return []
        throw error
      })
      const quotes = offers.map(
        (offer): ProviderQuote => ({
          ...quoteOf(offer),
          countryCode: body.countryCode ?? null,
          quoteId: following.seal.seal(offer),
        }),
      )
      return answerJson(call, quotes, { 'cache-control': 'no-store' })
    },
  }
}

/**
 * A quote as the API requires it, with amounts as numbers. The exact amount is inside `quoteId`.
 */
function quoteOf({
  provider,
  method,
  cents,
  currency,
  transactionFee,
  networkFee,
  amount,
  decimals,
  symbol,
  expiresAt,
}: Offer): ProviderQuote {
  const whole = (hundredths: bigint) => Number(hundredths) / 100
  const [subtotal, destinationAmount] = [
    whole(cents - transactionFee - networkFee),
    Number(formatUnits(amount, decimals)),
  ]
  const exchangeRate = subtotal / destinationAmount
  return {
    serviceProvider: provider,
    paymentMethodType: method,
    sourceAmount: whole(cents),
    sourceAmountWithoutFees: subtotal,
    sourceCurrencyCode: currency,
    destinationAmount,
    destinationAmountWithoutFees: whole(cents) / exchangeRate,
    destinationCurrencyCode: symbol,
    exchangeRate,
    networkFee: whole(networkFee),
    transactionFee: whole(transactionFee),
    totalFee: whole(transactionFee + networkFee),
    customerScore: null,
    lowKyc: true,
    transactionType: 'CRYPTO_PURCHASE',
    expiresAt,
  }
}
