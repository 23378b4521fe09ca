import { useMessages } from '../../../i18n/useMessages.ts'
import { Outline } from '@latchkey/ui/icons.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { useRouter } from '../../router.ts'
import { useRegistrant } from './useRegistrant.ts'
import css from './invitation.css?inline'
import { messages } from './messages.ts'

/**
 * The link to choosing a name, on the Account screen of an account that has none and may have one.
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
