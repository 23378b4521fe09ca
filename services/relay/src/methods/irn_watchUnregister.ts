import { irnWatchUnregister } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'

/** Ends the registration of a webhook. While watches are off, there is nothing to end. */
export const irn_watchUnregister = defineMethod(
  irnWatchUnregister,
  async ({ unregisterAuth }, { service: { watch, now }, client, accepts }) => {
    await watch?.unregister(unregisterAuth, { client, accepts, now: now() })
    return true
  },
)
