import { isUnsent } from '../../../../core/errors/isUnsent.ts'
import type { Followed } from './useSending.ts'

/**
 * The stage that the screen of a transfer shows. The visitor can try again only after `refused` and
 * `failed`: in these stages nothing was sent.
 */
export type Stage =
  | 'checking'
  | 'waiting'
  | 'refused'
  | 'failed'
  | 'unsure'
  | 'sent'
  | 'mined'
  | 'reverted'
  | 'replaced'
  | 'cancelled'
  | 'dropped'
  | 'unseen'
  | 'changed'

/**
 * Returns the stage of a transfer. After an error it is `unsure` if the transfer may have been
 * sent.
 */
export function stageOf(sending: Followed): Stage {
  if (sending.status === 'waiting' || sending.status === 'checking') return sending.status
  if (sending.status === 'failed') {
    if (sending.error.code === 'userRejected') return 'refused'
    return isUnsent(sending.error) ? 'failed' : 'unsure'
  }
  if (sending.outcome === 'pending') return 'sent'
  return sending.outcome === 'failed' ? 'reverted' : sending.outcome
}
