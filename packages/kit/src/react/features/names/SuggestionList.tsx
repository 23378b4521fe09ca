import { useMessages } from '../../i18n/useMessages.ts'
import { Tag } from '@latchkey/ui/Row.tsx'
import { messages } from './messages.ts'
import type { Suggestions } from './useAvailability.ts'

type Props = {
  suggestions: Suggestions
  zone: string
  /** Whether a name is typed from which suggestions can be made. */
  isWanted: boolean
  isPending: boolean
  /** The label in the field. It is not suggested, unless it is taken. */
  except: string | undefined
  onChoose: (label: string) => void
}

/** Names similar to the typed one. A taken name is marked, and is not a button. */
export function SuggestionList({
  suggestions: { status, list },
  zone,
  isWanted,
  isPending,
  except,
  onChoose,
}: Props) {
  const t = useMessages(messages)
  if (!isWanted) return null
  if (status === 'failed')
    return (
      <p className="names-note" role="status">
        {t('suggestionsFailed')}
      </p>
    )
  const shown = list.filter(({ label }) => label !== except)
  if (status === 'none' && isPending)
    return (
      <div className="names-suggestions" aria-hidden="true">
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
    )
  if (shown.length === 0) return null
  return (
    <div className="names-suggestions">
      <h3 className="names-caption" id="latchkey-suggestions">
        {t('suggestions')}
      </h3>
      <ul aria-labelledby="latchkey-suggestions">
        {shown.map(({ name, label, isTaken }) => (
          <li key={name}>
            {isTaken ? (
              <span className="names-suggestion" data-taken="">
                <Name label={label} zone={zone} />
                <Tag>{t('suggestionTaken')}</Tag>
              </span>
            ) : (
              <button type="button" className="names-suggestion" onClick={() => onChoose(label)}>
                <Name label={label} zone={zone} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A name; its zone has a weaker colour. */
function Name({ label, zone }: { label: string; zone: string }) {
  const suffix = `.${zone}`
  return (
    <bdi dir="ltr">
      <b>{label}</b>
      {suffix}
    </bdi>
  )
}
