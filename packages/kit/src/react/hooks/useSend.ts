import { useMemo } from 'react'
import { arrived } from '../../core/arrived.ts'
import type { SendRequest } from '../../send/request/prepareRequest.ts'
import type { PreparedSend } from '../../send/review/prepareSend.ts'
import type { SendOptions } from '../../send/progress/sendPrepared.ts'
import { useKit } from './useKit.ts'

/** Sending without the screens, in two steps. */
export type Send = {
  /**
   * Prepares a transfer from the current account: resolves the name, reads the fee, simulates it, and collects warnings and the `problems` for which
   * it can't be sent. The wallet is not asked. @throws KitError addressMissing, nameUnresolved, actionNotAllowed …
   */
  prepare(request: SendRequest): Promise<PreparedSend>
  /**
   * Asks the wallet to sign and send it, and resolves to its hash; from then on it is in the kit's state `pending`.
   * `onAsked` gets the promise of the wallet's own answer, which may settle after `walletTimeout` and `requestAborted`.
   * @throws KitError actionNotAllowed while there are `problems`; userRejected and what else the wallet answers
   */
  send(prepared: PreparedSend, options?: SendOptions): Promise<string>
}

/** Sends the network's own token and ERC-20 tokens. Its code is loaded with the first call. */
export function useSend(): Send {
  const kit = useKit()
  return useMemo(() => ({
    prepare: async (request) => (await arrived(import('../../send/request/prepareRequest.ts'))).prepareRequest(kit, request),
    send: async (prepared, options) => (await arrived(import('../../send/progress/sendPrepared.ts'))).sendPrepared(kit, prepared, options),
  }), [kit])
}
