import { irnBatchPublish } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { publish } from '../rpc/publish.ts'

export const irn_batchPublish = defineMethod(irnBatchPublish, async ({ messages }, call) => {
  await Promise.all(messages.map((message, index) => publish(call, message, index)))
  return true
})
