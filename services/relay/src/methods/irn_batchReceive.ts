import { irnBatchReceive } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'

export const irn_batchReceive = defineMethod(irnBatchReceive, async ({ receipts }, { delivery }) => {
  await Promise.all(receipts.map(({ messageId }) => delivery?.acknowledge(Number(String(messageId).replace(/n$/, '')))))
  return true
})
