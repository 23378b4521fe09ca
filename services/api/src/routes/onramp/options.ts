import { onrampOptions as endpoint } from '@latchkey/protocol/onramp'
import { answerJson } from '../../http/answer.ts'
import { clientSignal } from '../../http/clientSignal.ts'
import type { Route } from '../../http/env.ts'
import { readCall } from '../../http/readCall.ts'
import { requestOptions } from '../../onramp/requestOptions.ts'
import type { Service } from '../../service.ts'

/**
 * What can be bought, and paid with, at any provider. Source: blockchain API contract, section 9.2
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
