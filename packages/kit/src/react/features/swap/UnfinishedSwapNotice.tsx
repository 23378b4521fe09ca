import type { UnfinishedSwap } from '../../../domains/swap/unfinishedSwap.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { exactText } from './amountTexts.ts'
import { messages } from './messages.ts'

/**
 * The notice about a swap that was begun earlier: its approval was sent, or is already in a block.
 */
export function UnfinishedSwapNotice({
  unfinished: { approvals, amount, from },
}: {
  unfinished: UnfinishedSwap
}) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const isWaiting = useKitState(
    ({ pending }) =>
      pending?.some(
        (transaction) => transaction.status === 'pending' && approvals.includes(transaction.hash),
      ) ?? false,
  )
  const allowed = exactText(amount, from, locale)
  return (
    <p className="swap-note" role="status">
      <Icon name="info" />
      <span>{isWaiting ? t('resumeWaiting') : t('resume', { amount: allowed })}</span>
    </p>
  )
}
