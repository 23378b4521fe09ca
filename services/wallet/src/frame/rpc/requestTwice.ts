import { messages } from '../screens/messages.ts'
import { findUnsure, storeSent } from './sentTransactions.ts'
import type { SigningCall } from './signingCall.ts'

/**
 * If the transaction may have been sent already, because the node's answer was lost and the site
 * got an error: warns the visitor before the approval.
 * @param isKnown whether the node has a transaction; undefined when it does not answer
 * @returns a function to call after the visitor's approval, so that the warning is not repeated
 */
export async function requestTwice(
  { wallet, request }: Pick<SigningCall, 'wallet' | 'request'>,
  subject: string,
  isKnown: (hash: `0x${string}`) => Promise<boolean | undefined>,
): Promise<() => Promise<void>> {
  const unsure = await findUnsure(wallet, subject)
  if (!unsure) return async () => {}
  const isSent = (await isKnown(unsure.sent.hash)) === true
  await wallet.stage.ask<{ isSent: boolean; origin: string }, void>({
    load: () => import('../screens/resend/ResendView.tsx'),
    params: { isSent, origin: wallet.site.origin },
    title: () => wallet.language.words(messages).resendTitle,
    signal: request.signal,
  })
  const { isUnsure: _, ...sent } = unsure.sent
  return () => storeSent(wallet, unsure.requestId, sent)
}
