import { useMemo } from 'react'
import { prepareSend, sendPrepared } from '../../domains/send/actions.ts'
import type { SendRequest } from '../../domains/send/request/prepareRequest.lazy.ts'
import type { PreparedSend } from '../../domains/send/review/prepareSend.ts'
import type { SendOptions } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { useKit } from './useKit.ts'

/** The functions to send tokens without the kit's screens, in two steps. */
export type Send = {
  /** Calls `prepareSend`. */
  prepare(request: SendRequest): Promise<PreparedSend>
  /** Calls `sendPrepared`. */
  send(prepared: PreparedSend, options?: SendOptions): Promise<string>
}

/**
 * Returns the functions to send tokens from the current account. The first call loads their code.
 */
export function useSend(): Send {
  const kit = useKit()
  return useMemo(
    () => ({
      prepare: (request) => prepareSend(kit, request),
      send: (prepared, options) => sendPrepared(kit, prepared, options),
    }),
    [kit],
  )
}
