import { Button } from '@latchkey/ui/Button.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { isOpen } from '../../../domains/smartSessions/endedSessions.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useSessions } from '../../hooks/useSessions.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useRouter } from '../router.ts'
import type { PermissionViews } from './index.ts'
import { messages } from './messages.ts'
import { PermissionFacts } from './PermissionFacts.tsx'
import css from './permissions.css?inline'
import { amountText, sentenceOf, usageOf } from './sentenceOf.ts'
import { UsageBar } from './UsageBar.tsx'
import { usePermissionTexts } from './usePermissionTexts.ts'
import { useUnit } from './useUnit.ts'

/** One permission: its limits, what was taken, what is left, and who may use it. */
export default function PermissionView({ params }: { params: PermissionViews['Permission'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const translate = usePermissionTexts()
  const locale = useFormatLocale()
  const router = useRouter()
  const { clock } = contextOf(useKit())
  const answer = useSessions()
  const found = 'data' in answer ? answer.data?.find(({ id }) => id === params.session.id) : null
  const session = found ?? params.session
  const { limit } = session
  const { unit, isPending } = useUnit(session)
  const usage = usageOf(session, Math.floor(clock.now() / 1_000))
  const amount = (value: bigint) => (isPending ? '…' : amountText(value, unit, translate, locale))

  return (
    <Screen
      title={t('permission')}
      footer={
        isOpen(session) && (
          <Button onClick={() => router.push('EndPermission', { session })}>{t('end')}</Button>
        )
      }
    >
      <p className="permission-sentence" aria-busy={isPending || undefined}>
        {isPending ? '…' : sentenceOf(session, unit, translate, locale)}
      </p>
      {usage && isOpen(session) && <UsageBar share={usage.share} />}
      {limit.kind === 'periodic' && isOpen(session) && (
        <p className="permission-note">{t('lapses')}</p>
      )}
      {limit.kind === 'stream' && limit.maxAmount !== undefined && (
        <p className="permission-note">{t('streamMax', { amount: amount(limit.maxAmount) })}</p>
      )}
      <PermissionFacts session={session} amount={amount} usage={usage} />
    </Screen>
  )
}
