import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { contextOf } from '../../../core/kit/context.ts'
import { keyPath } from '../../account/keyIcon.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { amountText, sentenceOf, stateText, usageOf } from './sentenceOf.ts'
import { UsageBar } from './UsageBar.tsx'
import { usePermissionTexts } from './usePermissionTexts.ts'
import { useUnit } from './useUnit.ts'

/** A permission in a list: what it allows, what is left, and until when. */
export function PermissionRow({
  session,
  onChoose,
}: {
  session: SmartSession
  onChoose: () => void
}) {
  const translate = usePermissionTexts()
  const locale = useFormatLocale()
  const { clock } = contextOf(useKit())
  const { unit, isPending } = useUnit(session)
  const usage = usageOf(session, Math.floor(clock.now() / 1_000))
  const isActive = session.state === 'active'
  return (
    <RowButton
      icon={<Outline d={keyPath} />}
      title={isPending ? '…' : sentenceOf(session, unit, translate, locale)}
      wraps
      aria-busy={isPending || undefined}
      detail={
        <>
          <span className="permission-line">{stateText(session, translate, locale)}</span>
          {isActive && usage && !isPending && (
            <>
              <span className="permission-line">
                {translate('left', { amount: amountText(usage.left, unit, translate, locale) })}
              </span>
              <UsageBar share={usage.share} />
            </>
          )}
        </>
      }
      onClick={onChoose}
    />
  )
}
