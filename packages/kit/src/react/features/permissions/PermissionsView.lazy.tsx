import { useKit } from '../../hooks/useKit.ts'
import { useSessions } from '../../hooks/useSessions.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { isOpen } from '../../../domains/smartSessions/endedSessions.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { PermissionRow } from './PermissionRow.tsx'
import css from './permissions.css?inline'

/** All that the visitor lets this site do without asking each time, also what has ended. */
export default function PermissionsView() {
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  const answer = useSessions()
  const sessions = 'data' in answer ? (answer.data ?? []) : []
  const open = sessions.filter(isOpen)
  const ordered = [...open, ...sessions.filter((session) => !isOpen(session))]
  const isFailed = answer.status === 'error' && sessions.length === 0
  const isEmpty = !isFailed && answer.status !== 'pending' && sessions.length === 0

  return (
    <Screen
      title={t('title')}
      footer={
        open.length > 1 && (
          <Button variant="quiet" onClick={() => router.push('EndPermission', {})}>
            {t('endAll')}
          </Button>
        )
      }
    >
      {answer.status === 'pending' && <Skeleton />}
      {isFailed && <Failure />}
      {isEmpty && (
        <Notice icon="info" title={t('emptyTitle')}>
          {t('emptyText')}
        </Notice>
      )}
      {ordered.length > 0 && (
        <>
          <p className="permission-about">{t('about')}</p>
          {answer.status === 'error' && (
            <p className="permission-about" role="status">
              {t('failedText')}
            </p>
          )}
          <ul className="stack" aria-label={t('title')}>
            {ordered.map((session) => (
              <li key={session.id}>
                <PermissionRow
                  session={session}
                  onChoose={() => router.push('Permission', { session })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Screen>
  )
}

function Skeleton() {
  return (
    <div className="stack" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <SkeletonRow key={row} plain />
      ))}
    </div>
  )
}

/** Says that the permissions are not known, and requests them again. */
function Failure() {
  const t = useMessages(messages)
  const { sessions } = useKit()
  const retry = () => void sessions.refetch().catch(() => {}) // the answer has the error
  return (
    <Notice
      icon="warning"
      title={t('failedTitle')}
      action={<Button onClick={retry}>{t('retry')}</Button>}
    >
      {t('failedText')}
    </Notice>
  )
}
