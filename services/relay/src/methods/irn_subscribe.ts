import { irnSubscribe } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'

export const irn_subscribe = defineMethod(irnSubscribe, async ({ topic }, call) => {
  await subscribe(call, [topic])
  return subscriptionId(call.client, topic)
})
