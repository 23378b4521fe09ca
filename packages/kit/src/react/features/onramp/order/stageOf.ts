import type { KitError } from '../../../../core/errors/KitError.ts'
import type { Order } from '../../../../core/contracts/order.ts'
import { isFollowed } from '../../../../domains/onramp/order/isFollowed.ts'
import type { RingStatus } from '@latchkey/ui/Ring.tsx'
import { isInThisTab } from '../providerWindow.ts'
import type { Buying } from './useBuying.ts'
import type { WindowState } from './useWindowState.ts'

/** The stage that the screen of a purchase shows. */
export type Stage =
  | 'starting'
  | 'leaving'
  | 'window'
  | 'blocked'
  | 'closed'
  | 'open'
  | 'elsewhere'
  | 'paying'
  | 'paid'
  | 'sending'
  | 'done'
  | 'failed'
  | 'declined'
  | 'cancelled'
  | 'limit'
  | 'expired'
  | 'ended'
  | 'untrusted'
  | 'refused'
  | 'unreached'
  | 'gone'

/** The ring's status at each stage. A stage that is not listed shows a waiting ring. */
export const rings: { readonly [stage in Stage]?: RingStatus } = {
  blocked: 'idle',
  closed: 'idle',
  open: 'idle',
  elsewhere: 'idle',
  gone: 'idle',
  done: 'done',
  failed: 'failed',
  declined: 'failed',
  cancelled: 'failed',
  limit: 'failed',
  expired: 'failed',
  ended: 'failed',
  untrusted: 'failed',
  refused: 'failed',
  unreached: 'failed',
}

/** Returns the stage of a purchase. Before the payment it depends on the provider's window. */
export function stageOf(buying: Buying, windowState: WindowState): Stage {
  if (buying.status === 'starting') return isInThisTab() ? 'leaving' : 'starting'
  if (buying.status === 'gone') return 'gone'
  if (buying.status === 'failed') return failureOf(buying.error)
  return stageOfOrder(
    buying.order,
    windowState,
    buying.problem === 'untold' || !isFollowed(buying.order),
  )
}

function stageOfOrder(
  { state, reason }: Order,
  windowState: WindowState,
  isUnreported: boolean,
): Stage {
  if (state === 'failed')
    return reason === 'declined' || reason === 'cancelled' || reason === 'limit' ? reason : 'failed'
  if (state !== 'waiting' && state !== 'paying') return state
  if (windowState === 'blocked') return 'blocked'
  if (isUnreported) return 'elsewhere'
  if (windowState === 'closed') return 'closed'
  if (state === 'paying') return 'paying'
  return windowState === 'open' ? 'window' : 'open'
}

function failureOf({ code, status = 0 }: KitError): Stage {
  if (code === 'actionNotAllowed' || status === 410) return 'ended'
  if (code === 'answerInvalid') return 'untrusted'
  // 404: the API has no orders; 429: too many requests; neither is a refusal
  return status >= 400 && status < 500 && status !== 404 && status !== 429 ? 'refused' : 'unreached'
}
