import { irnSubscribeBlocking } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'

/** Equals `irn_subscribe`, because this relay answers only when a subscription is durable. */
export const irn_subscribeBlocking = defineMethod(irnSubscribeBlocking, async ({ topic }, call) => {
  await subscribe(call, [topic])
  return subscriptionId(call.client, topic)
})
