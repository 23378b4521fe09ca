import { readLabel } from '../../../domains/names/readLabel.ts'
import type { ParsedLabel } from '../../../domains/names/readLabel.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { messages } from './messages.ts'
import type { Availability } from './useAvailability.ts'

type Props = {
  text: string
  zone: string
  read: ParsedLabel
  availability: Availability
  /**
   * Whether the visitor has tried to register this text. Before that, a name that is too short is
   * not marked as wrong: it may be unfinished.
   */
  isTried: boolean
  onChange: (text: string) => void
}

const noteId = 'latchkey-name-note'

/** The field for a name, with its zone behind the text and a note below. */
export function NameField({ text, zone, read, availability, isTried, onChange }: Props) {
  const t = useMessages(messages)
  const suffix = `.${zone}`
  const isWrong = read.status === 'refused' && text !== '' && (read.fault !== 'tooShort' || isTried)
  const isInvalid = isWrong || availability.status === 'taken'

  /** Removes a typed or pasted zone, because the field already shows the zone behind the text. */
  function write(field: HTMLInputElement) {
    const next = lowerCase(field)
    const { label } = readLabel(next, zone)
    onChange(next.includes('.') && !label.includes('.') ? label : next)
  }

  function note(): string {
    if (read.status === 'refused') return text === '' ? t('rules') : t(read.fault)
    if (availability.status === 'unasked' || availability.status === 'checking') return ''
    return t(availability.status === 'failed' ? 'unresolved' : availability.status)
  }

  return (
    <div className="names-field-group">
      <label className="names-field" data-invalid={isInvalid || undefined} dir="ltr">
        <input
          type="text"
          dir="ltr"
          data-autofocus=""
          aria-label={t('name')}
          aria-invalid={isInvalid}
          aria-describedby={noteId}
          placeholder={t('name')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => write(event.target)}
        />
        <span className="names-zone">{suffix}</span>
      </label>
      <p
        className="names-note"
        id={noteId}
        role="status"
        data-status={isInvalid ? 'wrong' : availability.status}
      >
        {availability.status === 'free' && <Icon name="check" />}
        <span>
          {availability.status === 'failed' && availability.reason && (
            <span className="names-reason" lang="en" dir="auto">
              {availability.reason}
            </span>
          )}
          {note()}
        </span>
      </p>
    </div>
  )
}

/**
 * Turns the field's text to lower case, because names are registered in lower case, and returns it.
 * The result does not depend on the language. The caret stays where it is.
 */
function lowerCase(field: HTMLInputElement): string {
  const small = field.value.toLowerCase()
  const at = field.selectionStart
  if (small !== field.value) {
    field.value = small
    field.setSelectionRange(at, at)
  }
  return small
}
