import { useState } from 'react'
import { contactsOf, keyOf, labelCharacters, removeContact, saveContact } from '../../../contacts/addressBook.ts'
import type { ContactFault } from '../../../contacts/addressBook.ts'
import { readRecipient } from '../../../send/readRecipient.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '../../styles/useStyles.ts'
import { Button } from '../../ui/Button.tsx'
import { useKit } from '../../useKit.ts'
import { useRouter } from '../router.ts'
import css from './contacts.css?inline'
import type { ContactViews } from './index.ts'
import { messages } from './messages.ts'

/** Faults of the address; the others are of the name. */
const ofAddress: ReadonlySet<ContactFault> = new Set(['addressInvalid', 'addressTaken'])

export default function EditContactView({ params }: { params: ContactViews['EditContact'] }) {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const [known] = useState(() => contactsOf(kit).find(({ address }) => keyOf(address) === keyOf(params.address ?? '')))
  const [label, setLabel] = useState(known?.label ?? params.label ?? '')
  const [address, setAddress] = useState(known?.address ?? params.address ?? '')
  const [fault, setFault] = useState<ContactFault>()

  async function save() {
    const read = await readRecipient(address)
    const saved = read.status === 'address' ? saveContact(kit, { label, address: read.address }, known?.address) : ({ status: 'refused', fault: 'addressInvalid' } as const)
    if (saved.status === 'saved') router.back()
    else setFault(saved.fault)
  }

  function remove(gone: string) {
    removeContact(kit, gone)
    router.back()
  }

  const noteOf = (isOfAddress: boolean) => (fault && ofAddress.has(fault) === isOfAddress ? t(fault) : '')
  return (
    <Screen title={t(known ? 'editTitle' : 'add')} footer={<Button variant="primary" onClick={() => void save()}>{t('save')}</Button>}>
      <form
        className="contact-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field name={t('label')} value={label} note={noteOf(false)} maxLength={labelCharacters} onChange={setLabel} />
        <Field name={t('address')} value={address} note={noteOf(true)} isAddress onChange={setAddress} />
        <button type="submit" hidden aria-label={t('save')} />
      </form>
      {known && <Button variant="quiet" onClick={() => remove(known.address)}>{t('remove')}</Button>}
    </Screen>
  )
}

type FieldProps = { name: string; value: string; note: string; maxLength?: number; isAddress?: boolean; onChange: (value: string) => void }

function Field({ name, value, note, maxLength, isAddress, onChange }: FieldProps) {
  const noteId = isAddress ? 'contact-address-note' : 'contact-label-note'
  return (
    <label className="contact-field" data-invalid={note !== '' || undefined}>
      <span className="contact-caption">{name}</span>
      <input value={value} dir={isAddress ? 'ltr' : 'auto'} maxLength={maxLength} autoComplete="off" spellCheck={false} aria-invalid={note !== ''} aria-describedby={noteId} onChange={(event) => onChange(event.target.value)} />
      <span className="contact-note" id={noteId} role="status">{note}</span>
    </label>
  )
}
