import { useMessages } from '../../../i18n/useMessages.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { useRouter } from '../../router.ts'
import { useRegistrant } from './useRegistrant.ts'
import css from './invitation.css?inline'
import { messages } from './messages.ts'

/**
 * A link on the Account screen that leads to the choice of a name. It is shown if the account has
 * no name and may have one.
 */
export default function InviteName() {
  useStyles(css)
  const t = useMessages(messages)
  const router = useRouter()
  if (useRegistrant() !== 'possible') return null
  return (
    <button
      type="button"
      className="name-invitation"
      onClick={() => router.push('ChooseAccountName')}
    >
      <Outline d="M10 4.5v11M4.5 10h11" />
      {t('choose')}
    </button>
  )
}
