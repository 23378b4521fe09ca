import type { PreparedSend, Problem } from '../../../../send/review/prepareSend.ts'
import { isSerious } from '../../../../send/review/warnings.ts'
import type { Warning } from '../../../../send/review/warnings.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useLabels } from '../../../recipient/useLabels.ts'
import { messages } from './messages.ts'

type Props = { prepared: PreparedSend; isChecked: boolean; onCheck: (isChecked: boolean) => void }

/** The warnings about the recipient, and the reasons why the transfer can't be sent. Serious warnings need a tick. */
export function Warnings({ prepared: { warnings, problems, simulation }, isChecked, onCheck }: Props) {
  const t = useMessages(messages)
  const labelOf = useLabels()
  const reason = simulation.status === 'fails' ? simulation.reason : undefined

  function textOf(warning: Warning): string {
    if (warning.kind !== 'lookAlike') return t(warning.kind)
    return t('lookAlike', { address: labelOf(warning.resembles) ?? warning.resembles })
  }

  function faultOf(problem: Problem): string | undefined {
    if (problem === 'zeroAddress' || problem === 'tokenContract') return t(problem)
    if (problem === 'fails') return reason === undefined ? t('wouldFail') : t('wouldFailAs', { reason })
    return undefined
  }

  const faults = problems.flatMap((problem) => faultOf(problem) ?? [])
  const isBlocked = faults.length > 0
  if (warnings.length === 0 && !isBlocked) return null
  return (
    <div className="send-warnings" role="status">
      {faults.map((text) => <p key={text} className="send-warning" data-level="fault"><Icon name="warning" /><span>{text}</span></p>)}
      {warnings.map((warning) => (
        <p key={warning.kind} className="send-warning" data-level={isSerious(warning) ? 'serious' : undefined}>
          <Icon name={isSerious(warning) ? 'warning' : 'info'} />
          <span>{textOf(warning)}</span>
        </p>
      ))}
      {!isBlocked && warnings.some(isSerious) && (
        <label className="send-tick">
          <input type="checkbox" checked={isChecked} onChange={(event) => onCheck(event.target.checked)} />
          <span>{t('checked')}</span>
        </label>
      )}
    </div>
  )
}
