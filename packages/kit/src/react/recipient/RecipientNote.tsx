import { useMessages } from '../i18n/useMessages.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { AccountAvatar } from '../account/AccountAvatar.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import rowCss from '@latchkey/ui/row.css?inline'
import { useLabels } from './useLabels.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { messages } from './messages.ts'
import css from './recipient.css?inline'
import type { RecipientState } from './useRecipient.ts'

/**
 * The note below the recipient's field: the full address, or what is wrong with the text (the
 * service's own reason, if any, and the kit's text). The element with `id` describes the field.
 * `isNamed` also shows the recipient's name, unless the visitor has typed it.
 */
export function RecipientNote({
  id,
  found,
  text,
  isNamed = true,
}: {
  id: string
  found: RecipientState
  text: string
  isNamed?: boolean
}) {
  useStyles(rowCss) // the skeleton uses it
  useStyles(css)
  const t = useMessages(messages)
  return (
    <div className="recipient-note" id={id} role="status">
      {found.status === 'refused' && found.reason && (
        <span className="recipient-fault" lang="en" dir="auto">
          {found.reason}
        </span>
      )}
      {found.status === 'refused' && <span className="recipient-fault">{t(found.fault)}</span>}
      {found.status === 'looking' && <span className="skeleton" aria-hidden="true" />}
      {found.status === 'found' && <Person found={found} text={isNamed ? text : undefined} />}
    </div>
  )
}

function Person({
  found: {
    recipient: { address, name },
    avatar,
  },
  text,
}: {
  found: Extract<RecipientState, { status: 'found' }>
  text: string | undefined
}) {
  const shown = useLabels()(address) ?? name
  return (
    <span className="recipient-person">
      {avatar ? (
        <Picture name={shown ?? address} src={avatar} size={36} shape="round" />
      ) : (
        <AccountAvatar address={address} name={shown} size={36} />
      )}
      <span>
        {shown && text !== undefined && shown !== text.trim() && (
          <bdi className="recipient-name">{shown}</bdi>
        )}
        <AddressText address={address} />
      </span>
    </span>
  )
}
