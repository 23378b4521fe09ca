import { onrampOptions as endpoint } from '@latchkey/protocol/onramp'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { requestOptions } from '../../onramp/requestOptions.ts'
import type { Service } from '../../service.ts'

/**
 * Makes the endpoint of all providers' options. Source:
 * docs/contracts/api.md#onramp-options-and-quote
 */
export function onrampOptions(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      await readCall(call, endpoint, service)
      return answerJson(call, await requestOptions(service.onramp.providers, clientSignal(call)), {
        'cache-control': 'no-cache',
      })
    },
  }
}
