import { onrampOrderState as endpoint } from '@latchkey/protocol/onramp'
import { ApiError } from '../../../apiError.ts'
import { answerJson } from '../../../http/answer.ts'
import type { Route } from '../../../http/env.ts'
import { readCall } from '../../../http/readCall.ts'
import type { Service } from '../../../service.ts'

/**
 * Makes the endpoint of the state of an order. The order's id cannot be guessed, so the client need
 * not prove anything else.
 */
export function onrampOrderState(service: Service): Route {
  return {
    ...endpoint,
    async answer(call) {
      const {
        query: { orderId },
      } = await readCall(call, endpoint, service)
      const order = await service.onramp.following?.orders.find(orderId)
      if (!order) throw new ApiError(404, 'orderId', 'There is no such order')
      return answerJson(call, order, { 'cache-control': 'no-store' })
    },
  }
}
