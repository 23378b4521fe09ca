import { irnSubscribeBlocking } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'

/** Here every subscription is durable before its answer, so this is `irn_subscribe`. */
export const irn_subscribeBlocking = defineMethod(irnSubscribeBlocking, async ({ topic }, call) => {
  await subscribe(call, [topic])
  return subscriptionId(call.client, topic)
})
