import { isUnsent } from '../../../../core/errors/isUnsent.ts'
import type { Swapping } from '../index.ts'

/**
 * The stage that the screen of a swap shows. The visitor can try again only after `refused` and
 * `failed`: in these stages the swap was not sent. An approval may have been sent.
 */
export type Stage =
  | 'checking'
  | 'permit'
  | 'approve'
  | 'approving'
  | 'together'
  | 'swap'
  | 'sent'
  | 'mined'
  | 'reverted'
  | 'replaced'
  | 'cancelled'
  | 'dropped'
  | 'unseen'
  | 'refused'
  | 'failed'
  | 'unsure'

/** Returns the stage of a swap. After an error it is `unsure` if the swap may have been sent. */
export function stageOf(swapping: Swapping): Stage {
  if (swapping.status === 'asking') return swapping.step
  if (swapping.status === 'failed') {
    // the swap was sent, so no error may lead to sending it again
    if (swapping.last === 'sent') return 'unsure'
    if (swapping.error.code === 'userRejected') return 'refused'
    // During a check, no request is open in the wallet, so the swap cannot have been sent. An
    // approval without a known outcome may still be executed.
    return swapping.last === 'checking' || isUnsent(swapping.error) ? 'failed' : 'unsure'
  }
  if (swapping.status !== 'ended') return swapping.status
  return swapping.outcome.status === 'failed' ? 'reverted' : swapping.outcome.status
}
