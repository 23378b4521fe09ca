import { irnWatchUnregister } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'

/** Nothing is registered, so nothing has to end. */
export const irn_watchUnregister = defineMethod(irnWatchUnregister, async () => true)
