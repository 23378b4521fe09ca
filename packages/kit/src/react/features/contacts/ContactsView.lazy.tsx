import { contactsOf } from '../../../domains/contacts/addressBook.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { AccountAvatar } from '../../account/AccountAvatar.tsx'
import { Button, IconButton } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useLabels } from '../../recipient/useLabels.ts'
import { useRouter } from '../router.ts'
import css from './contacts.css?inline'
import { messages } from './messages.ts'
import { PencilIcon } from './PencilIcon.tsx'

/**
 * All contacts. If the visitor came from the form for sending, a press on a contact makes it the
 * recipient. Otherwise a press edits the contact.
 */
export default function ContactsView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  useLabels() // renders again when another tab changes the address book
  const contacts = contactsOf(kit)
  const isChoosing = router.store.getState().stack.at(-2)?.view === 'WalletSend'
  const edit = (address: string) => router.push('EditContact', { address })

  function choose(address: string) {
    // update the form for sending only if it is still the screen below this one
    if (router.store.getState().stack.at(-2)?.view === 'WalletSend')
      router.update('WalletSend', (draft) => ({ ...draft, to: address }))
    router.back()
  }

  return (
    <Screen
      title={t('title')}
      footer={
        <Button
          variant={contacts.length === 0 ? 'primary' : 'secondary'}
          onClick={() => router.push('EditContact', {})}
        >
          {t('add')}
        </Button>
      }
    >
      {contacts.length === 0 ? (
        <Notice icon="wallet" title={t('emptyTitle')}>
          {t('emptyText')}
        </Notice>
      ) : (
        <ul className="stack" aria-label={t('title')}>
          {contacts.map(({ address, label }) => (
            <li key={address} className="contact">
              <RowButton
                icon={<AccountAvatar address={address} name={label} size={36} />}
                title={label}
                detail={<bdi dir="ltr">{truncateAddress(address)}</bdi>}
                onClick={() => (isChoosing ? choose(address) : edit(address))}
              />
              {isChoosing && (
                <IconButton aria-label={t('edit', { name: label })} onClick={() => edit(address)}>
                  <PencilIcon />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Screen>
  )
}
