import { useState } from 'react'
import { showToast } from '../../../core/toast.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useKit } from '../../useKit.ts'
import { useLabels } from '../../useLabels.ts'
import { AddressText } from './AddressText.tsx'
import { messages } from './messages.ts'
import { People } from './People.tsx'
import type { RecipientState } from './useRecipient.ts'

type Props = { text: string; found: RecipientState; onChange: (text: string) => void }

/** Who gets it: typed, pasted or chosen among those who are known. The address is always shown whole. */
export function RecipientField({ text, found, onChange }: Props) {
  const t = useMessages(messages)
  const kit = useKit()
  const [canRead] = useState(() => typeof navigator.clipboard?.readText === 'function')

  async function paste() {
    try {
      onChange((await navigator.clipboard.readText()).trim().slice(0, 400))
    } catch {
      showToast(kit, { message: { text: t('pasteFailed') }, variant: 'info' }) // the browser asks, and may be told no
    }
  }

  return (
    <>
      <div className="send-recipient" data-invalid={found.status === 'refused' || undefined}>
        <div className="send-line">
          <input
            className="send-to"
            dir="auto"
            aria-label={t('to')}
            aria-invalid={found.status === 'refused'}
            aria-describedby="send-recipient-note"
            placeholder={t('toHint')}
            value={text}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          {text !== '' && <IconButton aria-label={t('clear')} onClick={() => onChange('')}><Icon name="close" /></IconButton>}
          {text === '' && canRead && <button type="button" className="send-max" onClick={() => void paste()}>{t('paste')}</button>}
        </div>
        <div className="send-found" id="send-recipient-note" role="status">
          {found.status === 'refused' && <span className="send-note">{t(found.fault)}</span>}
          {found.status === 'looking' && <span className="skeleton send-skeleton" aria-hidden="true" />}
          {found.status === 'found' && <Found found={found} text={text} />}
        </div>
      </div>
      {text === '' && <People onChoose={onChange} />}
    </>
  )
}

function Found({ found: { recipient: { address, name }, avatar }, text }: { found: Extract<RecipientState, { status: 'found' }>; text: string }) {
  const shown = useLabels()(address) ?? name
  return (
    <span className="send-person">
      {avatar ? <Picture name={shown ?? address} src={avatar} size={36} shape="round" /> : <Avatar address={address} size={36} />}
      <span>
        {shown && shown !== text.trim() && <bdi className="send-name">{shown}</bdi>}
        <AddressText address={address} />
      </span>
    </span>
  )
}
