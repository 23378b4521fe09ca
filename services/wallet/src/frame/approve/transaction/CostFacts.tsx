import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import { fill } from '../../ui/fill.ts'
import { formatAmount, formatFee } from '../formatAmount.ts'
import type { Effect } from '../decode/Effect.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import { hasUnnamedValue } from './risksOf.ts'
import type { EstimateState, TransactionsToApprove } from './useEstimate.ts'

type Props = {
  request: TransactionsToApprove
  estimate: EstimateState
  effects: readonly Effect[]
}

/** The value that no effect names, the fee, and the transaction number that the site gives. */
export function CostFacts({ request: { transactions, network }, estimate, effects }: Props) {
  const words = useMessages(messages)
  const { symbol, decimals } = network.currency
  const amountOf = (wei: bigint) => `${formatAmount(wei, decimals)} ${symbol}`
  const [first] = transactions
  const unnamed = transactions.length === 1 && hasUnnamedValue(first, effects[0]) ? first.value : 0n
  const sponsor = estimate.cost?.operation?.sponsor
  return (
    <>
      {unnamed > 0n && <Fact name={words.value}>{amountOf(unnamed)}</Fact>}
      <Fact name={words.feeOf} {...(!sponsor && { detail: words.fee })}>
        {sponsor ? (
          <bdi>{fill(words.paidBy, { name: sponsor.name })}</bdi>
        ) : estimate.cost ? (
          `${formatFee(estimate.cost.fee, decimals)} ${symbol}`
        ) : estimate.status === 'failed' ? (
          words.feeUnknown
        ) : (
          <span className="skeleton" data-shape="text" />
        )}
      </Fact>
      {first.nonce !== undefined && (
        <Fact name={words.nonce} detail={words.nonceOf}>
          {first.nonce}
        </Fact>
      )}
    </>
  )
}
