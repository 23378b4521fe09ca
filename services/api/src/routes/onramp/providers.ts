import { onrampProviders as endpoint } from '@latchkey/protocol/onramp'
import { answerJson } from '../../http/answer.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Service } from '../../service.ts'

/**
 * Makes the endpoint of the providers that the operator has turned on. Every provider is listed for
 * every country. Source: docs/contracts/api.md#offers-and-providers
 */
export function onrampProviders(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      await readCall(call, endpoint, service)
      return answerJson(
        call,
        service.onramp.providers.map(({ facts }) => facts),
        { 'cache-control': 'no-cache' },
      )
    },
  }
}
