import { useMessages } from '../../i18n/useMessages.ts'
import { ActionIcon } from '../../ui/ActionIcon.tsx'
import { useKit } from '../../useKit.ts'
import { useRouter } from '../router.ts'
import { actionsOf } from './actionsOf.ts'
import { messages } from './messages.ts'

/** What can be done with the account. */
export function Actions() {
  const t = useMessages(messages)
  const router = useRouter()
  const offered = actionsOf(useKit().context.options.features)
  if (offered.length === 0) return null
  return (
    <div className="actions">
      {offered.map(({ view, icon, text }) => (
        <button key={view} type="button" className="action" onClick={() => router.push(view)}>
          <ActionIcon name={icon} />
          {t(text)}
        </button>
      ))}
    </div>
  )
}
