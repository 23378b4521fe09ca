import { irnSubscribeBlocking } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'

/** Does the same as `irn_subscribe`, which also answers only when the subscription is stored. */
export const irn_subscribeBlocking = defineMethod(irnSubscribeBlocking, async ({ topic }, call) => {
  await subscribe(call, [topic])
  return subscriptionId(call.client, topic)
})
