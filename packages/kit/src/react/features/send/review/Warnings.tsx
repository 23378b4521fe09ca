import type { PreparedSend, Problem } from '../../../../domains/send/review/prepareSend.ts'
import { isSerious } from '../../../../domains/send/review/warnings.ts'
import type { Warning } from '../../../../domains/send/review/warnings.ts'
import { contextOf } from '../../../../core/kit/context.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { fill } from '@latchkey/words/fill'
import { formatExact } from '../../../account/formatExact.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Caution, Cautions } from '@latchkey/ui/caution/Cautions.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { useLabels } from '../../../recipient/useLabels.ts'
import { messages } from './messages.ts'
import { hasText, noFaults } from './faultTexts.ts'

type Props = { prepared: PreparedSend; isChecked: boolean; onCheck: (isChecked: boolean) => void }

/** The text of the tick, by what the visitor confirms: the address, the fee, or both. */
function tickOf(warnings: readonly Warning[]): 'checked' | 'checkedFee' | 'checkedBoth' {
  const serious = warnings.filter(isSerious)
  const ofFee = serious.filter(({ kind }) => kind === 'highFee')
  if (ofFee.length === 0) return 'checked'
  return ofFee.length === serious.length ? 'checkedFee' : 'checkedBoth'
}

/**
 * The warnings about the recipient, and the reasons why the transfer cannot be sent. The visitor
 * must confirm serious warnings with a tick.
 */
export function Warnings({ prepared, isChecked, onCheck }: Props) {
  const { warnings, problems, simulation, faults: texts = noFaults } = prepared
  const t = useMessages(messages)
  const tFault = useMessages(texts.messages)
  const labelOf = useLabels()
  const minimum = useMinimum(prepared)
  const { reason, fault } = simulation.status === 'fails' ? simulation : {}

  function textOf(warning: Warning): string {
    if (warning.kind !== 'lookAlike') return t(warning.kind)
    return t('lookAlike', { address: labelOf(warning.resembles) ?? warning.resembles })
  }

  function faultOf(problem: Problem): string | undefined {
    if (problem === 'zeroAddress' || problem === 'tokenContract') return t(problem)
    if (problem === 'fails' && hasText(texts, fault))
      return t('wouldFailAs', { reason: fill(tFault(fault), { minimum }) })
    if (problem === 'fails') return t('wouldFail')
    return undefined
  }

  // the text of the fault already says that the recipient's address is a contract
  const isShownAsText = ({ kind }: Warning) =>
    kind === 'contract' && fault !== undefined && texts.ofRecipient.has(fault)
  const rest = warnings.filter((warning) => !isShownAsText(warning))
  const faults = problems.flatMap((problem) => faultOf(problem) ?? [])
  const isBlocked = faults.length > 0
  if (rest.length === 0 && !isBlocked) return null
  return (
    <>
      <Cautions>
        {faults.map((text) => (
          <Caution key={text} level="fault">
            {text}
          </Caution>
        ))}
        {rest.map((warning) => (
          <Caution key={warning.kind} level={isSerious(warning) ? 'risk' : 'note'}>
            {textOf(warning)}
          </Caution>
        ))}
        {!isBlocked && warnings.some(isSerious) && (
          <Tick isPlain isTicked={isChecked} onChange={onCheck}>
            {t(tickOf(warnings))}
          </Tick>
        )}
      </Cautions>
      {problems.includes('fails') && !hasText(texts, fault) && (
        <Details label={t('details')} text={reason} />
      )}
    </>
  )
}

/** The amount in the text of a fault, with the symbol of the network's own token. */
function useMinimum({ networkId, simulation }: PreparedSend): string {
  const locale = useFormatLocale()
  const { networks } = contextOf(useKit())
  const network = networks.find((entry) => entry.networkId === networkId)?.network
  const minimum = simulation.status === 'fails' ? simulation.minimum : undefined
  if (!network || minimum === undefined) return ''
  const { symbol, decimals } = network.nativeCurrency
  return `${formatExact(formatUnits(minimum, decimals), locale)} ${symbol}`
}
