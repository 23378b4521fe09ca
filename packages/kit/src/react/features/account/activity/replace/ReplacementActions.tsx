import type { HistoryEntry } from '../../../../../domains/history/historyEntry.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { useMessages } from '../../../../i18n/useMessages.ts'
import { useTransaction } from '../../../../hooks/useTransaction.ts'
import { useRouter } from '../../../router.ts'
import { messages } from '../texts/messages.ts'
import { useReplacement } from './useReplacement.ts'

/**
 * The buttons that speed up and cancel a waiting transaction of this browser. Nothing is shown
 * where the chain or the wallet can't replace it, and after a replacement was sent.
 */
export function ReplacementActions({ entry }: { entry: HistoryEntry }) {
  const t = useMessages(messages)
  const router = useRouter()
  const own = useTransaction(entry.hash)
  const isWaiting = own?.status === 'pending' && own.replacedBy === undefined
  const cancelled = useReplacement(isWaiting ? own : undefined, 'cancel')
  const canReplace = 'data' in cancelled && cancelled.data?.status === 'ready'
  if (!own || !isWaiting || !canReplace) return null
  const { hash, networkId, description } = own
  return (
    <div className="transaction-replace">
      <Button
        onClick={() => router.push('ReplaceTransaction', { hash, networkId, purpose: 'speedUp' })}
      >
        {t('speedUp')}
      </Button>
      {description?.operationType !== 'cancel' && (
        <Button
          onClick={() => router.push('ReplaceTransaction', { hash, networkId, purpose: 'cancel' })}
        >
          {t('cancelIt')}
        </Button>
      )}
    </div>
  )
}
