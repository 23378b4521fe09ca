import { irnBatchReceive } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { acknowledge } from '../rpc/acknowledge.ts'

export const irn_batchReceive = defineMethod(irnBatchReceive, async ({ receipts }, call) => {
  await Promise.all(receipts.map((receipt) => acknowledge(call, receipt)))
  return true
})
