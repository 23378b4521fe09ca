import { irnFetchMessages } from '@latchkey/protocol/relay'
import { fetchMessages } from '../rpc/fetchMessages.ts'
import { defineMethod } from '../rpc/method.ts'

export const irn_fetchMessages = defineMethod(irnFetchMessages, ({ topic }, call) =>
  fetchMessages(call, [topic]),
)
