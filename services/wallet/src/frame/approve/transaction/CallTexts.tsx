import { fill } from '../../ui/fill.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import { useMessages } from '../../words/useMessages.ts'
import type { Effect } from '../decode/Effect.ts'
import { formatAmount } from '../formatAmount.ts'
import type { DescribeOptions } from './describeEffect.ts'
import { EffectText } from './EffectText.tsx'
import { messages } from './messages.ts'
import { hasUnnamedValue } from './risksOf.ts'
import type { TransactionsToApprove } from './useEstimate.ts'

type Props = {
  request: TransactionsToApprove
  effects: readonly Effect[]
  /** How the effect of each call is described. */
  optionsOf: (index: number) => DescribeOptions
  isLoading: boolean
}

/** The effects of the calls in words; a list if there are several calls. */
export function CallTexts({ request, effects, optionsOf, isLoading }: Props) {
  const words = useMessages(messages)
  const { transactions, network, smart } = request
  const Text = isLoading ? EffectSkeleton : EffectText
  const texts = effects.map((effect, index) => (
    <Text key={index} effect={effect} options={optionsOf(index)} />
  ))
  if (transactions.length === 1) return texts
  return (
    <section className="effect" data-level="plain">
      <p className="effect-why">
        {fill(smart ? words.batchText : words.callsText, { count: transactions.length })}
      </p>
      <ol className="effect-parts">
        {texts.map((text, index) => (
          <li key={index}>
            {text}
            <AdditionalPayment
              transaction={transactions[index]}
              effect={effects[index]}
              network={network}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * A placeholder for an effect until its tokens are loaded. An amount without its decimals would be
 * meaningless.
 */
function EffectSkeleton({ effect, options }: Parameters<typeof EffectText>[0]) {
  if (effect.kind === 'plain' || effect.kind === 'create')
    return <EffectText effect={effect} options={options} />
  return (
    <div className="effect" data-level="plain" aria-hidden="true">
      <p className="effect-title">
        <span className="skeleton" data-shape="text" />
      </p>
    </div>
  )
}

/** The value that a call pays in addition to its effect, and the recipient. */
function AdditionalPayment({
  transaction,
  effect,
  network: { currency },
}: {
  transaction: RequestedTransaction | undefined
  effect: Effect | undefined
  network: Network
}) {
  const words = useMessages(messages)
  if (!transaction?.to || !hasUnnamedValue(transaction, effect)) return null
  return (
    <p className="effect-why">
      {fill(words.paysTo, {
        amount: `${formatAmount(transaction.value, currency.decimals)} ${currency.symbol}`,
        address: transaction.to,
      })}
    </p>
  )
}
