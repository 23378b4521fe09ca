import { irnWatchRegister } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** This relay calls nobody: an address that a client chooses is none that a server should ask. */
export const irn_watchRegister = defineMethod(irnWatchRegister, async () => {
  throw new RpcError('InvalidWebhookUrl')
})
