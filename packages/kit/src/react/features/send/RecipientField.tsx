import * as times from '@latchkey/protocol/times'
import { useState } from 'react'
import { KitError } from '../../../core/errors/KitError.ts'
import { showToast } from '../../../core/kit/toast.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { RecipientNote } from '../../recipient/RecipientNote.tsx'
import type { RecipientState } from '../../recipient/useRecipient.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { canUseClipboard, useClipboard } from '../../hooks/useClipboard.ts'
import { useKit } from '../../hooks/useKit.ts'
import { messages } from './messages.ts'
import { People } from './People.tsx'
import { useCanBeNamed } from './useCanBeNamed.ts'

type Props = { text: string; found: RecipientState; onChange: (text: string) => void }

/**
 * The field for the recipient: to type, to paste or to choose. The address is always shown in full.
 */
export function RecipientField({ text, found, onChange }: Props) {
  const t = useMessages(messages)
  const kit = useKit()
  const withClipboard = useClipboard()
  const canBeNamed = useCanBeNamed()
  const [canRead] = useState(() => canUseClipboard('readText'))

  async function paste() {
    try {
      onChange(
        (await withClipboard((clipboard) => clipboard.readText(), times.walletDecision))
          .trim()
          .slice(0, 400),
      )
    } catch (error) {
      if (!KitError.is(error, 'requestAborted'))
        // probably the visitor did not give the browser permission to read the clipboard
        showToast(kit, { message: { text: t('pasteFailed') }, variant: 'info' })
    }
  }

  return (
    <div className="send-whom">
      <div className="send-recipient" data-invalid={found.status === 'refused' || undefined}>
        <div className="send-line">
          <input
            className="send-to"
            dir="auto"
            aria-label={t('to')}
            aria-invalid={found.status === 'refused'}
            aria-describedby="send-recipient-note"
            placeholder={t(canBeNamed ? 'toHint' : 'toHintAddress')}
            value={text}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          {text !== '' && (
            <IconButton aria-label={t('clear')} onClick={() => onChange('')}>
              <Icon name="close" />
            </IconButton>
          )}
          {text === '' && canRead && (
            <button type="button" className="send-max" onClick={() => void paste()}>
              {t('paste')}
            </button>
          )}
        </div>
        <RecipientNote id="send-recipient-note" found={found} text={text} />
      </div>
      {text === '' && <People onChoose={onChange} />}
    </div>
  )
}
