import type { KitError } from '../../../../core/errors/KitError.ts'
import type { ErrorCode } from '../../../../core/errors/errors.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'
import { useCurrentWallet } from '../../../hooks/useConnectedWallets.ts'
import { useWalletProblem } from '../../../hooks/useWalletProblem.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { exactText, sumText } from '../amountTexts.ts'
import type { Swapping } from '../index.ts'
import { messages as swapMessages } from '../messages.ts'
import { messages as reviewMessages } from '../review/messages.ts'
import { messages } from './messages.ts'
import { stageOf } from './stageOf.ts'

/**
 * Outcomes of an approval, or of several calls at once, after which nothing has changed on the
 * chain.
 */
const toNothing: ReadonlySet<string> = new Set(['cancelled', 'dropped', 'allowance'])

/** Error codes for which the text says that the service cannot be reached. */
const unreachable: ReadonlySet<ErrorCode> = new Set([
  'httpFailed',
  'httpTimeout',
  'offline',
  'answerInvalid',
])

/** Returns the function that gives the title and the text of each stage of a swap. */
export function useProgressTexts({ order: { from, to, amount } }: PreparedSwap) {
  const t = useMessages(messages)
  const tSwap = useMessages(swapMessages)
  const tReview = useMessages(reviewMessages)
  const locale = useFormatLocale()
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''
  const values = { wallet, amount: exactText(amount, from, locale) }

  return (swapping: Swapping) => ({ title: titleOf(swapping), text: textOf(swapping) })

  function titleOf(swapping: Swapping): string {
    const stage = stageOf(swapping)
    if (stage === 'checking') return tReview('checking')
    if (stage !== 'mined') return t(`${stage}Title`, values)
    const arrived = swapping.status === 'ended' ? swapping.outcome.arrived : undefined
    return arrived === undefined
      ? t('minedPlainTitle')
      : t('minedTitle', { amount: sumText(arrived, to, locale) })
  }

  function textOf(swapping: Swapping): string {
    const stage = stageOf(swapping)
    const isExpired = swapping.status === 'ended' && swapping.outcome.isExpired
    if (stage === 'checking') return '\u00a0'
    if (stage === 'cancelled' || (stage === 'dropped' && isExpired)) return t('nothingText')
    if (stage === 'dropped') return t('unsureText', values)
    if (stage === 'refused')
      return t(swapping.status === 'failed' && swapping.hasAllowed ? 'allowedText' : 'nothingText')
    if (stage === 'failed') return swapping.status === 'failed' ? reasonOf(swapping.error) : ''
    if (
      swapping.status === 'asking' &&
      swapping.step === 'approve' &&
      swapping.insteadOf === 'permit'
    )
      return t('insteadText')
    return t(`${stage}Text`, values)
  }

  function reasonOf(error: KitError): string {
    const { code } = error
    const ending = endOf(error)
    if (ending !== undefined) return ending
    if (code === 'swapRefused') return tReview('refused')
    if (code === 'liquidityMissing') return tSwap('noLiquidityText')
    if (unreachable.has(code)) return t('serviceText')
    if (code === 'actionNotAllowed') return tReview('wouldFail')
    return problem({ code }, wallet)
  }

  /**
   * Returns the text for an approval, or several calls at once, that failed after the wallet had
   * accepted them.
   */
  function endOf({ code, details = '' }: KitError): string | undefined {
    if (code !== 'transactionRejected') return undefined
    if (details === 'failed') return t('revertedText')
    return toNothing.has(details) ? t('nothingText') : undefined
  }
}
