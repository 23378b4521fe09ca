import { messages } from '../approve/messages.ts'
import { isOwnSignIn } from '../approve/message/isOwnSignIn.ts'
import type { MessageToApprove } from '../approve/message/ApproveMessageView.tsx'
import { titleOf } from '../approve/message/kindOfMessage.ts'
import type { SigningCall } from './signingCall.ts'

/** Maximum length of a message in bytes. Showing a longer message would take too long. */
export const maxMessageBytes = 64 * 1024

/**
 * Shows a message, and resolves when the visitor approves the signature of this address.
 * @throws Fault `userRejected`, and the errors of the stage
 */
export const approveMessage = (
  { wallet, network, request }: Pick<SigningCall, 'wallet' | 'network' | 'request'>,
  { bytes, address }: { bytes: Uint8Array; address: string },
): Promise<void> =>
  wallet.stage.ask<MessageToApprove, void>({
    load: () => import('../approve/message/ApproveMessageView.tsx'),
    params: { bytes, address, network },
    title: () => wallet.language.words(messages)[titleOf(bytes)],
    signal: request.signal,
    isForPage: isOwnSignIn(bytes, {
      origin: wallet.site.origin,
      address,
      network,
      now: wallet.server.now?.(),
      here: Date.now(),
    }),
  })
