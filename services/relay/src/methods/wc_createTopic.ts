import { wcCreateTopic } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'

export const wc_createTopic = defineMethod(wcCreateTopic, async ({ topic }, call) => {
  await subscribe(call, [topic])
  return true
})
