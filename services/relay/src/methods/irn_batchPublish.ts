import { irnBatchPublish } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { publish } from '../rpc/publish.ts'

/** Number of messages that are published concurrently. The next messages wait for these. */
const together = 64

export const irn_batchPublish = defineMethod(irnBatchPublish, async ({ messages }, call) => {
  for (let start = 0; start < messages.length; start += together)
    await Promise.all(
      messages
        .slice(start, start + together)
        .map((message, index) => publish(call, message, start + index)),
    )
  return true
})
