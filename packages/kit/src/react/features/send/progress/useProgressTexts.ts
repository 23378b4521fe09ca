import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { KitError } from '../../../../core/errors/KitError.ts'
import type { PreparedSend } from '../../../../domains/send/review/prepareSend.ts'
import { formatExact } from '../../../account/formatExact.ts'
import { useCurrentWallet } from '../../../hooks/useConnectedWallets.ts'
import { useWalletProblem } from '../../../hooks/useWalletProblem.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { useLabels } from '../../../recipient/useLabels.ts'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { messages as reviewMessages } from '../review/messages.ts'
import { hasText, noFaults } from '../review/faultTexts.ts'
import { messages } from './messages.ts'
import { stageOf } from './stageOf.ts'
import type { Followed } from './useSending.ts'

/** Returns the function that gives the title and the text of each stage of a transfer. */
export function useProgressTexts({ to, token, amount, faults = noFaults }: PreparedSend) {
  const t = useMessages(messages)
  const tReview = useMessages(reviewMessages)
  const tFault = useMessages(faults.messages)
  const locale = useFormatLocale()
  const labelOf = useLabels()
  const problem = useWalletProblem()
  const wallet = useCurrentWallet()?.name ?? ''

  return (sending: Followed) => ({ title: titleOf(sending), text: textOf(sending) })

  function titleOf(sending: Followed): string {
    const stage = stageOf(sending)
    if (stage === 'checking') return tReview('checking')
    const sum = `${formatExact(formatUnits(amount, token.decimals), locale)} ${token.symbol}`
    return t(`${stage}Title`, { wallet, amount: sum })
  }

  function textOf(sending: Followed): string {
    const stage = stageOf(sending)
    if (sending.status === 'failed' && stage === 'failed')
      return refusalOf(sending.error) ?? problem(sending.error, wallet)
    if (stage === 'mined')
      return t('minedText', {
        recipient: labelOf(to.address) ?? to.name ?? truncateAddress(to.address),
      })
    if (stage === 'cancelled') return t('refusedText')
    if (sending.status === 'sent' && stage === 'dropped')
      return sending.isExpired ? t('droppedText') : t('forgottenText', { wallet })
    if (sending.status === 'sent' && stage === 'unseen' && sending.hasCode)
      return t('signersText', { wallet })
    if (stage === 'checking' || stage === 'failed') return '\u00a0'
    return t(`${stage}Text`, { wallet })
  }

  /** Returns why the network refused the transfer; undefined if the network did not refuse it. */
  function refusalOf({ refusal }: KitError): string | undefined {
    if (refusal === undefined) return undefined
    return hasText(faults, refusal) ? tFault(refusal) : t('failedText')
  }
}
