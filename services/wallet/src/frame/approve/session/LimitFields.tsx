import { Details } from '@latchkey/ui/details/Details.tsx'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { fill } from '../../ui/fill.ts'
import { useMessages } from '../../words/useMessages.ts'
import { fieldsOf, type LimitFault, type LimitName, type LimitTexts } from './adjustTerms.ts'
import { timeOf, unitsOf, type DescribeSession } from './describeSession.ts'
import { messages } from './messages.ts'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'

type Props = {
  requested: Omit<SessionTerms, 'nonce'>
  texts: LimitTexts
  faults: { readonly [name in LimitName]?: LimitFault }
  /** The decimals and the symbol of the session's amounts. */
  unit: { decimals: number; symbol: string }
  options: DescribeSession
  onChange: (texts: LimitTexts) => void
}

/** The fields in which the visitor lowers the limits, folded away. */
export function LimitFields({ requested, texts, faults, unit, options, onChange }: Props) {
  const words = useMessages(messages)
  const { symbol } = unit
  const labels: Record<LimitName, string> = {
    amount: fill(words.amountField, { symbol }),
    rate: fill(words.rateField, { symbol }),
    max: fill(words.maxField, { symbol }),
    value: fill(words.valueField, { symbol: options.currency.symbol }),
    uses: words.uses,
    end: words.ends,
  }
  const sentenceOf = (name: LimitName, fault: LimitFault): string => {
    switch (fault.kind) {
      case 'tooFine':
        return fill(words.tooFine, { count: fault.count })
      case 'notLater':
        return fill(words.notLater, { time: timeOf(fault.second, options) })
      case 'notLess':
        return fill(words.notLess, {
          amount:
            name === 'uses' ? String(fault.amount) : unitsOf(fault.amount, requested, options),
        })
      default:
        return words[fault.kind]
    }
  }
  return (
    <Details label={words.change}>
      <div className="session-limits">
        {fieldsOf(requested, unit.decimals).map(({ name, text }) => {
          const fault = faults[name]
          return (
            <Field
              key={name}
              label={labels[name]}
              {...(name === 'end'
                ? { type: 'datetime-local', max: text }
                : { inputMode: name === 'uses' ? 'numeric' : 'decimal' })}
              autoComplete="off"
              dir="ltr"
              placeholder={text === '' ? words.noLimit : undefined}
              value={texts[name] ?? text}
              fault={fault && sentenceOf(name, fault)}
              onChange={(event) => onChange({ ...texts, [name]: event.target.value })}
            />
          )
        })}
      </div>
    </Details>
  )
}
