import { loadCode } from '../../core/page/loadCode.ts'
import type { sendPrepared as send } from './progress/sendPrepared.lazy.ts'
import type { prepareRequest } from './request/prepareRequest.lazy.ts'

/**
 * Prepares a transfer from the current account. It resolves the name, reads the fee, simulates the
 * transfer, and collects warnings and the `problems` for which it can't be sent. The wallet gets no
 * request.
 * @throws KitError addressMissing, nameUnresolved; actionNotAllowed for an invalid address, amount
 *   or token, with the reason as `details`; requestAborted; the node's error
 */
export const prepareSend = async (
  ...parameters: Parameters<typeof prepareRequest>
): ReturnType<typeof prepareRequest> =>
  (await loadCode(import('./request/prepareRequest.lazy.ts'))).prepareRequest(...parameters)

/**
 * Requests the wallet to sign and send a prepared transfer, and resolves to the transaction's hash.
 * From then on the transaction is in the kit's state `pending`. `onAsked` gets the promise of the
 * wallet's answer, which may still settle after this function has thrown `walletTimeout` or
 * `requestAborted`.
 * @throws KitError actionNotAllowed while there are `problems`; addressMissing, chainDisconnected
 *   after a change of account or network; userRejected and other errors of the wallet
 */
export const sendPrepared = async (
  ...parameters: Parameters<typeof send>
): ReturnType<typeof send> =>
  (await loadCode(import('./progress/sendPrepared.lazy.ts'))).sendPrepared(...parameters)
