import { irnWatchUnregister } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'

/** Ends a registration. While watches are off, there is none. */
export const irn_watchUnregister = defineMethod(
  irnWatchUnregister,
  async ({ unregisterAuth }, { service: { watch, now }, client, accepts }) => {
    await watch?.unregister(unregisterAuth, { client, accepts, now: now() })
    return true
  },
)
