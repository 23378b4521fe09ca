import { irnBatchSubscribe } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'

export const irn_batchSubscribe = defineMethod(irnBatchSubscribe, async ({ topics }, call) => {
  await call.turns.inTurn(() => subscribe(call, topics))
  return topics.map((topic) => subscriptionId(call.client, topic))
})
