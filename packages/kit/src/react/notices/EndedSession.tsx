import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { messages } from '../features/permissions/messages.ts'
import css from '../features/permissions/permissions.css?inline'
import { PermissionRow } from '../features/permissions/PermissionRow.tsx'
import { useKit } from '../hooks/useKit.ts'
import { useMessages } from '../i18n/useMessages.ts'
import { messages as modalMessages } from '../modal/messages.ts'

/** The text about the end of a permission, by its state. */
const endings = {
  expired: 'noticeExpired',
  usedUp: 'noticeUsedUp',
  revoked: 'noticeRevoked',
} as const

/** The key of the notice about a session. */
export const endingOf = ({ state }: SmartSession) =>
  state === 'expired' || state === 'usedUp' ? endings[state] : endings.revoked

/** The notice about a permission that has ended. A press shows all permissions in the modal. */
export function EndedSession({
  session,
  onDismiss,
}: {
  session: SmartSession
  onDismiss: () => void
}) {
  useStyles(css)
  const t = useMessages(messages)
  const tModal = useMessages(modalMessages)
  const kit = useKit()
  function show() {
    onDismiss()
    // an error is ignored: the notice is dismissed, so nothing is left that could show the error
    kit.open({ view: 'Permissions' }).catch(() => {})
  }
  return (
    <li className="notice-card">
      <p className="notice-title">{t(endingOf(session))}</p>
      <PermissionRow session={session} onChoose={show} />
      <IconButton aria-label={tModal('dismiss')} onClick={onDismiss}>
        <Icon name="close" />
      </IconButton>
    </li>
  )
}
