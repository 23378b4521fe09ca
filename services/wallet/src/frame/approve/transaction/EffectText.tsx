import { Icon } from '@latchkey/ui/icons.tsx'
import { fill } from '../../ui/fill.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import type { Effect } from '../decode/Effect.ts'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { formatAmount } from '../formatAmount.ts'
import { describeEffect } from './describeEffect.ts'
import type { DescribeOptions } from './describeEffect.ts'
import './effect.css'

/**
 * The effect of a call in words, with the addresses that matter. For a call that contains several
 * calls, each of their effects.
 */
export function EffectText({ effect, options }: { effect: Effect; options: DescribeOptions }) {
  const {
    words,
    network: { currency },
  } = options
  const { title, parties, level, why, part, partValue = 0n } = describeEffect(effect, options)
  return (
    <section className="effect" data-level={level}>
      <h2 className="effect-title" dir="auto">
        {level !== 'plain' && <Icon name="warning" />}
        <span>{title}</span>
      </h2>
      {why && <p className="effect-why">{why}</p>}
      {parties.length > 0 && (
        <Facts>
          {parties.map(({ name, address }, index) => (
            <Fact key={index} name={name}>
              <AddressText address={address} form="lines" />
            </Fact>
          ))}
        </Facts>
      )}
      {part && (
        <ol className="effect-parts">
          <li>
            <EffectText
              effect={part}
              options={{
                ...options,
                account: effect.kind === 'safe' ? effect.safe : options.account,
                value: partValue,
              }}
            />
            {partValue > 0n && part.kind !== 'plain' && part.kind !== 'wrap' && (
              <p className="effect-why">
                {fill(words.paysTitle, {
                  amount: `${formatAmount(partValue, currency.decimals)} ${currency.symbol}`,
                })}
              </p>
            )}
          </li>
        </ol>
      )}
      {effect.kind === 'several' && (
        <ol className="effect-parts">
          {effect.parts.map((part, index) => (
            <li key={index}>
              <EffectText effect={part} options={{ ...options, value: 0n }} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
