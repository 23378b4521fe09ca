import { onrampBuyOptions as endpoint } from '@latchkey/protocol/onramp'
import { answerJson } from '../../../http/answer.ts'
import { clientSignal } from '../../../http/clientSignal.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import { requestOptions } from '../../../onramp/requestOptions.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint of all providers' options, in the shapes of the public server. Every provider
 * is listed for every country. Source: docs/contracts/api.md#offers-and-providers
 */
export function onrampBuyOptions(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      await readCall(call, endpoint, service)
      const { paymentCurrencies, purchaseCurrencies } = await requestOptions(
        service.onramp.providers,
        clientSignal(call),
      )
      return answerJson(
        call,
        {
          paymentCurrencies: paymentCurrencies.map(({ id, payment_method_limits }) => ({
            id,
            limits: payment_method_limits,
          })),
          purchaseCurrencies: purchaseCurrencies.map(({ id, name, symbol, networks }) => ({
            id,
            name,
            symbol,
            networks: networks.map((network) => ({
              name: network.name,
              displayName: network.display_name,
              contractAddress: network.contract_address ?? null,
              chainId: network.chain_id,
            })),
          })),
        },
        { 'cache-control': 'no-cache' },
      )
    },
  }
}
