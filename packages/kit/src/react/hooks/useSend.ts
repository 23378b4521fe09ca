import { useMemo } from 'react'
import { prepareSend, sendPrepared } from '../../domains/send/actions.ts'
import type { SendRequest } from '../../domains/send/request/prepareRequest.lazy.ts'
import type { PreparedSend } from '../../domains/send/review/prepareSend.ts'
import type { SendOptions } from '../../domains/send/progress/sendPrepared.lazy.ts'
import { useKit } from './useKit.ts'

/** Sending without the screens, in two steps. */
export type Send = {
  /** As `prepareSend`. */
  prepare(request: SendRequest): Promise<PreparedSend>
  /** As `sendPrepared`. */
  send(prepared: PreparedSend, options?: SendOptions): Promise<string>
}

/** Sends the native token and ERC-20 tokens. Its code is loaded with the first call. */
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
