import { irnBatchFetchMessages } from '@latchkey/protocol/relay'
import { fetchMessages } from '../rpc/fetchMessages.ts'
import { defineMethod } from '../rpc/method.ts'

export const irn_batchFetchMessages = defineMethod(irnBatchFetchMessages, ({ topics }, call) =>
  fetchMessages(call, topics),
)
