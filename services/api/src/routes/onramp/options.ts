import { onrampOptions as endpoint, type OnrampOptions } from '@latchkey/protocol/onramp'
import { ApiError, unavailable } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { sellersOf } from '../../onramp/askAll.ts'
import type { Service } from '../../service.ts'

/** What can be bought, and paid with, at any provider. Source: blockchain API contract, section 9.2 */
export function onrampOptions(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      await readCall(call, endpoint, service)
      const signal = clientSignal(call)
      const sellers = sellersOf(service.onramp.providers)
      if (sellers.length === 0) throw new ApiError(404, '', 'Nothing is sold here')
      const results = await Promise.allSettled(sellers.map((provider) => provider.options(signal)))
      signal.throwIfAborted()
      const known = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      if (known.length === 0) throw unavailable('', 'No provider answers now')
      return answerJson(call, joined(known), { 'cache-control': 'no-cache' })
    },
  }
}

/** The options of several providers as one; the first that has a currency describes it. */
function joined(all: readonly OnrampOptions[]): OnrampOptions {
  const firstOf = <one extends { id: string }>(list: readonly one[]) => [...new Map(list.toReversed().map((entry) => [entry.id, entry])).values()].toReversed()
  return {
    paymentCurrencies: firstOf(all.flatMap(({ paymentCurrencies }) => paymentCurrencies)),
    purchaseCurrencies: firstOf(all.flatMap(({ purchaseCurrencies }) => purchaseCurrencies)),
  }
}
