import type { ComponentProps, ReactNode } from 'react'
import { labelCharacters } from '../../../domains/contacts/addressBook.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { messages as recipientMessages } from '../../recipient/messages.ts'
import { RecipientNote } from '../../recipient/RecipientNote.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import css from './contacts.css?inline'
import type { ContactViews } from './index.ts'
import { messages } from './messages.ts'
import { useContactForm } from './useContactForm.ts'

/**
 * The form of a contact: address and label. If the visitor enters an account name (`lena.eth`)
 * instead of an address, the name is resolved and proposed as the label.
 */
export default function EditContactView({ params = {} }: { params: ContactViews['EditContact'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const tRecipient = useMessages(recipientMessages)
  const { known, text, setText, label, setLabel, found, noteOf, save, edit, remove } =
    useContactForm(params)
  const isSearching = found.status === 'looking'
  return (
    <Screen
      title={t(known ? 'editTitle' : 'add')}
      footer={
        <Button variant={isSearching ? 'secondary' : 'primary'} onClick={save}>
          {isSearching ? tRecipient('looking') : t('save')}
        </Button>
      }
    >
      <form
        className="contact-form"
        onChange={edit}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          caption={t('address')}
          isInvalid={found.status === 'refused'}
          note={noteOf('address')}
          more={
            <RecipientNote id="contact-address-more" found={found} text={text} isNamed={false} />
          }
          value={text}
          placeholder={t('addressHint')}
          aria-describedby="contact-address-more"
          data-autofocus={text === '' ? '' : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Field
          caption={t('label')}
          note={noteOf('label')}
          value={label}
          maxLength={labelCharacters}
          data-autofocus={text === '' ? undefined : ''}
          onChange={(event) => setLabel(event.target.value)}
        />
        <button type="submit" hidden aria-label={t('save')} />
      </form>
      {known && (
        <Button variant="quiet" onClick={() => remove(known.address)}>
          {t('remove')}
        </Button>
      )}
    </Screen>
  )
}

type FieldProps = ComponentProps<'input'> & {
  caption: string
  /** Whether the text is marked as invalid even if there is no note. */
  isInvalid?: boolean
  note: string
  /** Shown below the note. */
  more?: ReactNode
  'data-autofocus': string | undefined
}

/** A field without the browser's input assistance, with its caption above it and its note below. */
function Field({ caption, isInvalid, note, more, ...input }: FieldProps) {
  return (
    <div className="contact-field" data-invalid={isInvalid || note !== '' || undefined}>
      <label>
        <span className="contact-caption">{caption}</span>
        <input autoComplete="off" autoCapitalize="off" spellCheck={false} dir="auto" {...input} />
      </label>
      <span className="contact-note" role="status">
        {note}
      </span>
      {more}
    </div>
  )
}
