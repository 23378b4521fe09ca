import { useMessages } from '../i18n/useMessages.ts'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { messages } from './messages.ts'
import { Screen } from './Screen.tsx'

/**
 * Shown while the first screen's code is loading. `isTall`: the first screen is the account's,
 * which fills the card.
 */
export function Loading({ isTall }: { isTall?: boolean; params?: undefined }) {
  const t = useMessages(messages)
  return (
    <Screen title={t('loading')}>
      <div className="stack" aria-busy="true" data-tall={isTall || undefined}>
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </div>
    </Screen>
  )
}
