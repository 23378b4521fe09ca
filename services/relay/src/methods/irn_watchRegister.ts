import { irnWatchRegister } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** Has a webhook told of the caller's messages. Where nobody may, no address is allowed. */
export const irn_watchRegister = defineMethod(irnWatchRegister, async ({ registerAuth }, { service: { watch, now }, client, address, accepts }) => {
  if (!watch) throw new RpcError('InvalidWebhookUrl')
  return watch.register(registerAuth, { client, address, accepts, now: now() })
})
