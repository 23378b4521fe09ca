import type { PayCurrency } from '../../../domains/onramp/options.lazy.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { methodName } from './methodName.ts'
import { messages } from './messages.ts'
import { radioKey } from './radioKey.ts'

/** The payment methods to choose from. It shows nothing if there is only one. */
export function MethodPicker({
  methods,
  chosen,
  onChoose,
}: {
  methods: PayCurrency['methods']
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useMessages(messages)
  if (methods.length < 2) return null
  return (
    <div className="onramp-methods" role="radiogroup" aria-label={t('method')}>
      {methods.map(({ id }) => (
        <button
          key={id}
          type="button"
          role="radio"
          className="onramp-preset"
          aria-checked={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={radioKey}
        >
          {methodName(id, t)}
        </button>
      ))}
    </div>
  )
}
