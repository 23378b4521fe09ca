import { messages } from '../features/permissions/messages.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { EndedSession, endingOf } from './EndedSession.tsx'
import type { EndedSessions } from './PermissionNotices.lazy.tsx'
import { maxNotices } from './visibleNotices.ts'

/** What a screen reader announces of the permission that ended last. */
export function EndedNews({ endedSessions: [latest] }: Pick<EndedSessions, 'endedSessions'>) {
  const t = useMessages(messages)
  return latest && ` ${t(endingOf(latest))}`
}

/** The notices about permissions that have ended. */
export const EndedCards = ({ endedSessions, onDismissSession }: EndedSessions) =>
  endedSessions
    .slice(0, maxNotices)
    .map((ended) => (
      <EndedSession key={ended.id} session={ended} onDismiss={() => onDismissSession(ended)} />
    ))
