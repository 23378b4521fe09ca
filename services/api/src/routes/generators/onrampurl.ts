import { onrampUrl as endpoint } from '@latchkey/protocol/onramp'
import { ApiError } from '../../apiError.ts'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import type { Service } from '../../service.ts'

/**
 * Makes the endpoint of the address of the Coinbase-style provider's page. If the operator has not
 * turned the provider on, the status is 500. Source: docs/contracts/api.md#coinbase-page
 */
export function generatorsOnrampUrl(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const { body } = await readCall(call, endpoint, service)
      const { coinbase } = service.onramp
      if (!coinbase) throw new ApiError(500, '', 'The provider is not set up here')
      return answerJson(
        call,
        { url: await coinbase.urlOf(body, clientSignal(call)) },
        { 'cache-control': 'no-store' },
      )
    },
  }
}
