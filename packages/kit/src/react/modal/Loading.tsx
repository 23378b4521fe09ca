import { useMessages } from '../i18n/useMessages.ts'
import { SkeletonRow } from '../ui/Row.tsx'
import { messages } from './messages.ts'
import { Screen } from './Screen.tsx'

/** The placeholder of the first screen while its code is loading. */
export function Loading() {
  const t = useMessages(messages)
  return (
    <Screen title={t('loading')}>
      <div className="stack" aria-busy="true">
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </div>
    </Screen>
  )
}
