import { addressKey } from '@latchkey/protocol/address'
import { useEffect, useState } from 'react'
import { contactsOf, removeContact, saveContact } from '../../../domains/contacts/addressBook.ts'
import type { ContactFault } from '../../../domains/contacts/addressBook.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useRecipient } from '../../recipient/useRecipient.ts'
import { useBack } from '../useBack.ts'
import type { ContactViews } from './index.ts'
import { messages } from './messages.ts'

/** The faults of the address field; every other fault belongs to the label field. */
const addressFaults: ReadonlySet<ContactFault> = new Set(['addressInvalid', 'addressTaken'])

/**
 * The state of a contact's form: its texts, the state of its address, and the fault of the last
 * attempt to save it. `known` is the stored contact. Saving or removing the contact closes the
 * screen.
 */
export function useContactForm(params: NonNullable<ContactViews['EditContact']>) {
  const t = useMessages(messages)
  const kit = useKit()
  const back = useBack('Contacts')
  const [known] = useState(() =>
    contactsOf(kit).find(({ address }) => addressKey(address) === addressKey(params.address ?? '')),
  )
  const [typed, setLabel] = useState(known?.label ?? params.label)
  const [text, setText] = useState(known?.address ?? params.address ?? '')
  const [isWanted, setWanted] = useState(false)
  const [fault, setFault] = useState<ContactFault>()
  const found = useRecipient(text)
  const isSearching = found.status === 'looking'
  const recipient = found.status === 'found' ? found.recipient : undefined
  const label = typed ?? recipient?.name ?? ''

  // If save is pressed while a name is being resolved, the contact is saved after the name is
  // found.
  useEffect(() => {
    if (!isWanted || isSearching) return
    setWanted(false)
    const saved = recipient
      ? saveContact(kit, { label, address: recipient.address }, known?.address)
      : ({ status: 'refused', fault: 'addressInvalid' } as const)
    if (saved.status === 'saved') back()
    else setFault(saved.fault)
  }, [isWanted, isSearching, recipient, label, known, kit, back])

  return {
    known,
    text,
    setText,
    label,
    setLabel,
    found,
    save: () => setWanted(true),

    /** Clears the fault, and cancels a save that waits for a name. */
    edit() {
      setFault(undefined)
      setWanted(false)
    },

    remove(address: string) {
      removeContact(kit, address)
      back()
    },

    /**
     * Returns the note below a field. It is empty if the address is invalid for a reason that the
     * recipient's state already shows.
     */
    noteOf(field: 'address' | 'label'): string {
      if (fault === undefined || addressFaults.has(fault) !== (field === 'address')) return ''
      return fault === 'addressInvalid' && found.status === 'refused' ? '' : t(fault)
    },
  }
}
