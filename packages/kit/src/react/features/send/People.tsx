import { addressKey } from '@latchkey/protocol/address'
import { useState } from 'react'
import { contactsOf } from '../../../domains/contacts/addressBook.ts'
import { recentRecipients } from '../../../domains/send/recentRecipients.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { AccountAvatar } from '../../account/AccountAvatar.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useLabels } from '../../recipient/useLabels.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'

/** The maximum number of contacts that are shown. The address book shows all. */
const maxPeople = 5

/** The recent recipients, followed by contacts. */
export function People({ onChoose }: { onChoose: (address: string) => void }) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const nameOf = useLabels()
  const active = useKitState((state) => state.namespace)
  const [{ recents, named }] = useState(() => {
    const recents = recentRecipients(kit)
    const known = new Set(recents.map(({ address }) => addressKey(address)))
    const named = contactsOf(kit)
      .filter(({ address, namespace }) => namespace === active && !known.has(addressKey(address)))
      .slice(0, maxPeople)
    return { recents, named }
  })
  const rows = [
    ...recents.map(({ address, name }) => ({ address, name: nameOf(address) ?? name })),
    ...named.map(({ address, label }) => ({ address, name: label })),
  ]
  return (
    <>
      {rows.length > 0 && (
        <ul className="stack" aria-label={t('recents')}>
          {rows.map(({ address, name }) => (
            <li key={address}>
              <RowButton
                icon={<AccountAvatar address={address} name={name} size={36} />}
                title={name ?? truncateAddress(address)}
                detail={name && <bdi dir="ltr">{truncateAddress(address)}</bdi>}
                onClick={() => onChoose(address)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" onClick={() => router.push('Contacts')}>
        {t('contacts')}
      </Button>
    </>
  )
}
