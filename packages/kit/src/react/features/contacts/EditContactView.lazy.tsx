import { addressKey } from '@latchkey/protocol/address'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import {
  contactsOf,
  labelCharacters,
  removeContact,
  saveContact,
} from '../../../domains/contacts/addressBook.ts'
import type { ContactFault } from '../../../domains/contacts/addressBook.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { messages as recipientMessages } from '../../recipient/messages.ts'
import { RecipientNote } from '../../recipient/RecipientNote.tsx'
import { useRecipient } from '../../recipient/useRecipient.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useBack } from '../useBack.ts'
import css from './contacts.css?inline'
import type { ContactViews } from './index.ts'
import { messages } from './messages.ts'

/** Faults of the address; all others are of the label. */
const addressFaults: ReadonlySet<ContactFault> = new Set(['addressInvalid', 'addressTaken'])

/**
 * The form of a contact: address and label. A name of an account (`lena.eth`) is resolved, and
 * proposed as the label.
 */
export default function EditContactView({ params = {} }: { params: ContactViews['EditContact'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const tRecipient = useMessages(recipientMessages)
  const kit = useKit()
  const back = useBack('Contacts')
  const [known] = useState(() =>
    contactsOf(kit).find(({ address }) => addressKey(address) === addressKey(params.address ?? '')),
  )
  const [typed, setTyped] = useState(known?.label ?? params.label)
  const [text, setText] = useState(known?.address ?? params.address ?? '')
  const [isWanted, setWanted] = useState(false)
  const [fault, setFault] = useState<ContactFault>()
  const found = useRecipient(text)
  const isSearching = found.status === 'looking'
  const recipient = found.status === 'found' ? found.recipient : undefined
  const label = typed ?? recipient?.name ?? ''
  // a fault of the address is shown only below the address field
  const noteOf = (isAddress: boolean) =>
    fault &&
    addressFaults.has(fault) === isAddress &&
    !(fault === 'addressInvalid' && found.status === 'refused')
      ? t(fault)
      : ''

  // a press while a name is resolved saves the contact once the name is found
  useEffect(() => {
    if (!isWanted || isSearching) return
    setWanted(false)
    const saved = recipient
      ? saveContact(kit, { label, address: recipient.address }, known?.address)
      : ({ status: 'refused', fault: 'addressInvalid' } as const)
    if (saved.status === 'saved') back()
    else setFault(saved.fault)
  }, [isWanted, isSearching, recipient, label, known, kit, back])

  function change() {
    setFault(undefined)
    setWanted(false)
  }

  function remove(address: string) {
    removeContact(kit, address)
    back()
  }

  return (
    <Screen
      title={t(known ? 'editTitle' : 'add')}
      footer={
        <Button variant={isSearching ? 'secondary' : 'primary'} onClick={() => setWanted(true)}>
          {isSearching ? tRecipient('looking') : t('save')}
        </Button>
      }
    >
      <form
        className="contact-form"
        onChange={change}
        onSubmit={(event) => {
          event.preventDefault()
          setWanted(true)
        }}
      >
        <Field
          isInvalid={found.status === 'refused' || noteOf(true) !== ''}
          note={noteOf(true)}
          more={
            <RecipientNote id="contact-address-more" found={found} text={text} isNamed={false} />
          }
        >
          <span className="contact-caption">{t('address')}</span>
          <input
            {...plain}
            value={text}
            dir="auto"
            placeholder={t('addressHint')}
            aria-describedby="contact-address-more"
            data-autofocus={text === '' ? '' : undefined}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field isInvalid={noteOf(false) !== ''} note={noteOf(false)}>
          <span className="contact-caption">{t('label')}</span>
          <input
            {...plain}
            value={label}
            dir="auto"
            maxLength={labelCharacters}
            data-autofocus={text === '' ? undefined : ''}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
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

/** Attributes that switch off the browser's input assistance. */
const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

function Field({
  isInvalid,
  note,
  more,
  children,
}: {
  isInvalid: boolean
  note: string
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="contact-field" data-invalid={isInvalid || undefined}>
      <label>{children}</label>
      <span className="contact-note" role="status">
        {note}
      </span>
      {more}
    </div>
  )
}
