import { counts } from '@latchkey/protocol/limits'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { ApiError } from '../../../apiError.ts'
import { answerJson } from '../../../http/answer.ts'
import type { Route } from '../../../http/env.ts'
import { sellersOf } from '../../../onramp/requestOffers.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint that receives providers' messages about orders. A message is acknowledged when
 * it is stored. A repeated message is acknowledged, too, and has no further effect. So is a message
 * that the order's state does not allow, because sending it again would change nothing. Source:
 * docs/contracts/api.md#orders-and-webhooks
 */
export function onrampWebhook(service: Service): Route {
  return {
    method: 'POST',
    path: '/v1/onramp/webhooks/{provider}',
    async answer(call) {
      const provider = sellersOf(service.onramp.providers).find(
        ({ id }) => id === call.req.param('provider'),
      )
      const { following } = service.onramp
      if (!provider || !following) throw new ApiError(404, 'provider', 'Unsupported provider')
      const body = await readLimited(call.req.raw.body, counts.onrampWebhookBytes).catch(
        (error: unknown) => {
          throw error instanceof TooLargeError
            ? new ApiError(413, '', `The body may have ${counts.onrampWebhookBytes} bytes`)
            : error
        },
      )
      const taken = await following.orders.take(
        provider.id,
        provider.readWebhook(call.req.raw.headers, body),
      )
      if (taken === 'unknown') throw new ApiError(404, 'orderId', 'There is no such order')
      return answerJson(call, { taken }, { 'cache-control': 'no-store' })
    },
  }
}
