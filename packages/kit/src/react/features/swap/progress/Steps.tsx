import { useMessages } from '../../../i18n/useMessages.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { messages } from './messages.ts'

/** The two steps of a swap that needs an approval. @param at index of the current step */
export function Steps({ at }: { at: number }) {
  const t = useMessages(messages)
  return (
    <ol className="swap-steps" aria-label={t('steps')}>
      {(['stepAllow', 'stepSwap'] as const).map((step, index) => (
        <li
          key={step}
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="swap-step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" /> : index + 1}
          </span>
          {t(step)}
        </li>
      ))}
    </ol>
  )
}
