import { irnWatchRegister } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { RpcError } from '../rpc/rpcError.ts'

/**
 * Registers a webhook for the caller's messages. While watches are off, every webhook is refused.
 */
export const irn_watchRegister = defineMethod(
  irnWatchRegister,
  async ({ registerAuth }, { service: { watch, now }, client, address, accepts }) => {
    if (!watch) throw new RpcError('InvalidWebhookUrl')
    return watch.register(registerAuth, { client, address, accepts, now: now() })
  },
)
