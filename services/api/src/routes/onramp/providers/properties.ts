import { onrampProperties as endpoint } from '@latchkey/protocol/onramp'
import { answerJson } from '../../../http/answer.ts'
import { clientSignal } from '../../../http/clientSignal.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import { requestOptions } from '../../../onramp/requestOptions.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint that lists properties of the providers that are turned on. Providers do not
 * report which countries they serve. Source: docs/contracts/api.md#offers-and-providers
 */
export function onrampProperties(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { type },
      } = await readCall(call, endpoint, service)
      const { paymentCurrencies, purchaseCurrencies } = await requestOptions(
        service.onramp.providers,
        clientSignal(call),
      )
      const limits = paymentCurrencies.flatMap(({ id, payment_method_limits }) =>
        payment_method_limits.map((limit) => ({
          currencyCode: id,
          paymentMethodType: limit.id,
          minimumAmount: Number(limit.min),
          maximumAmount: Number(limit.max),
        })),
      )
      const lists = {
        countries: () => [],
        'countries-defaults': () => [],
        'fiat-currencies': () =>
          paymentCurrencies.map(({ id }) => ({ currencyCode: id, name: id })),
        'crypto-currencies': () =>
          purchaseCurrencies.flatMap(({ symbol, name, networks }) =>
            networks.map((network) => ({
              currencyCode: symbol,
              name,
              chainId: network.chain_id,
              chainName: network.display_name,
              contractAddress: network.contract_address ?? null,
            })),
          ),
        'payment-methods': () =>
          [...new Set(limits.map(({ paymentMethodType }) => paymentMethodType))].map(
            (paymentMethod) => ({ paymentMethod }),
          ),
        'fiat-purchases-limits': () => limits,
      }
      return answerJson(call, lists[type](), { 'cache-control': 'no-cache' })
    },
  }
}
