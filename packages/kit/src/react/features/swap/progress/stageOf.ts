import { isUnsent } from '../../../../core/isUnsent.ts'
import type { Swapping } from '../index.ts'

/**
 * What the screen of a swap in progress shows. Only after `refused` and `failed` it can be tried
 * again: nothing was sent.
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

/** The stage of a swap. An error after which it may have been sent is `unsure`. */
export function stageOf(swapping: Swapping): Stage {
  if (swapping.status === 'asking') return swapping.step
  if (swapping.status === 'failed') {
    // whatever failed after it was sent, it is not sent again
    if (swapping.last === 'sent') return 'unsure'
    if (swapping.error.code === 'userRejected') return 'refused'
    // before the wallet is asked nothing can have been sent; an approval of which no end is known
    // may still come
    return swapping.last === 'checking' || isUnsent(swapping.error) ? 'failed' : 'unsure'
  }
  if (swapping.status !== 'ended') return swapping.status
  return swapping.outcome.status === 'failed' ? 'reverted' : swapping.outcome.status
}
