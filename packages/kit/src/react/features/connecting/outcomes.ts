import type { ErrorCode } from '../../../core/errors/errors.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { useWalletProblem } from '../../hooks/useWalletProblem.ts'
import { walletMessages } from '../../hooks/walletMessages.ts'
import type { Attempt } from '../../hooks/useAttempt.ts'
import { messages } from './messages.ts'

/**
 * The state of an attempt to connect, as a screen shows it.
 * - `failed`: the wallet had a problem
 * - `unloaded`: code of the kit failed to load
 * - `broken`: the fault is the site's or the kit's
 */
export type Outcome =
  | 'waiting'
  | 'slow'
  | 'refused'
  | 'pending'
  | 'locked'
  | 'gone'
  | 'timeout'
  | 'offline'
  | 'unreachable'
  | 'unloaded'
  | 'broken'
  | 'failed'
  | 'done'

type Outcomes = { readonly [code in ErrorCode]?: Outcome }

/** The outcome for each error code of a connection attempt. */
const outcomes: Outcomes = {
  userRejected: 'refused',
  requestAborted: 'waiting',
  resourceUnavailable: 'pending',
  unauthorized: 'locked',
  providerDisconnected: 'gone',
  connectorNotFound: 'gone',
  walletTimeout: 'timeout',
  offline: 'offline',
  relayUnreachable: 'unreachable',
  socketClosedAbnormally: 'unreachable',
  httpTimeout: 'unreachable',
  httpFailed: 'unloaded',
}

/**
 * Codes that have a different outcome for a wallet on a phone: such a wallet cannot be locked in
 * this browser or removed from it, as an extension can.
 */
const phoneOutcomes: Outcomes = {
  unauthorized: 'failed',
  providerDisconnected: 'failed',
  connectorNotFound: 'broken',
}

/**
 * Returns the outcome of an attempt to connect. A code that is in none of the tables and not one of
 * the wallet codes is no fault of the wallet, so its outcome is `broken`.
 */
export function outcomeOf(attempt: Attempt, { isPhone = false } = {}): Outcome {
  if (attempt.status === 'waiting') return attempt.isSlow && !isPhone ? 'slow' : 'waiting'
  if (attempt.status === 'done') return 'done'
  const { code } = attempt.error
  return (
    (isPhone ? phoneOutcomes[code] : undefined) ??
    outcomes[code] ??
    (Object.hasOwn(walletMessages.texts, code) ? 'failed' : 'broken')
  )
}

/**
 * Whether the attempt probably failed because of the internet connection. It is repeated when the
 * browser is online again.
 */
export const comesWithNetwork = (outcome: Outcome): boolean =>
  outcome === 'offline' || outcome === 'unloaded'

/**
 * Returns a function that gives the texts of an outcome: the problem, and a possible solution.
 * `name` is the wallet's name.
 */
export function useOutcomeTexts(): (
  outcome: Outcome,
  attempt: Attempt,
  name: string,
) => { title: string; text: string } {
  const t = useMessages(messages)
  const frame = useMessages(modalMessages)
  const problem = useWalletProblem()
  return (outcome, attempt, name) => {
    if (outcome === 'unloaded') return { title: frame('loadFailed'), text: frame('loadFailedText') }
    if (outcome === 'broken')
      return { title: frame('screenFailed'), text: frame('screenFailedText') }
    const title = t(`${outcome}Title`, { wallet: name })
    return {
      title,
      text:
        outcome === 'failed'
          ? problem(attempt.status === 'failed' ? attempt.error : { code: 'unknown' }, name)
          : t(`${outcome}Text`, { wallet: name }),
    }
  }
}
