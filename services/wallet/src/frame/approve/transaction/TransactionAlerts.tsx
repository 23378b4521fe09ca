import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import { useMessages } from '../../words/useMessages.ts'
import { formatAmount, formatFee } from '../formatAmount.ts'
import type { Estimate } from './estimate.ts'
import { messages } from './messages.ts'
import type { Risks } from './risksOf.ts'
import type { EstimateState, TransactionsToApprove } from './useEstimate.ts'

type Props = { request: TransactionsToApprove; estimate: EstimateState; risks: Risks }

/**
 * The warnings before sending: a failure, a large fee, a low balance, a payment that the call does
 * not take, a wrong nonce, or an address without a contract.
 */
export function TransactionAlerts({
  request: { transactions, network },
  estimate: { cost, isShort },
  risks,
}: Props) {
  const words = useMessages(messages)
  const { symbol, decimals } = network.currency
  const value = transactions.reduce((sum, transaction) => sum + transaction.value, 0n)
  return (
    <>
      {cost?.refusal && (
        <Alert
          level={cost.refusal.isFinal ? 'danger' : 'warning'}
          title={fill(words.unpaidTitle, { name: cost.refusal.name })}
        >
          {cost.refusal.isFinal ? words.unpaidFinal : words.unpaidText}
        </Alert>
      )}
      {cost?.failure && !isShort && (
        <FailureAlert failure={cost.failure} isOne={transactions.length === 1} />
      )}
      {risks.isExpensive && cost && <LargeFeeAlert network={network} estimate={cost} />}
      {isShort && cost && (
        <ShortAlert network={network} balance={cost.balance} needed={cost.fee + value} />
      )}
      {risks.additionalPayment > 0n && (
        <Alert
          level="danger"
          title={fill(words.paysTitle, {
            amount: `${formatAmount(risks.additionalPayment, decimals)} ${symbol}`,
          })}
        >
          {words.paysText}
        </Alert>
      )}
      {risks.otherNumber && (
        <Alert level="danger" title={words.numberTitle}>
          {fill(words.numberText, {
            number: risks.otherNumber.requested,
            next: risks.otherNumber.next,
          })}
        </Alert>
      )}
      {risks.isEmptyCall && (
        <Alert level="danger" title={words.noContractTitle}>
          {words.noContractText}
        </Alert>
      )}
    </>
  )
}

function FailureAlert({
  failure: { index, reason },
  isOne,
}: {
  failure: NonNullable<Estimate['failure']>
  isOne: boolean
}) {
  const words = useMessages(messages)
  const title =
    isOne || index === undefined
      ? words.failsTitle
      : fill(words.failsTitleOf, { number: index + 1 })
  return (
    <Alert level="danger" title={title}>
      {reason === undefined ? words.failsText : fill(words.failsReason, { reason })}
    </Alert>
  )
}

function LargeFeeAlert({
  network,
  estimate: { fee, usualFee },
}: {
  network: Network
  estimate: Estimate
}) {
  const words = useMessages(messages)
  const { symbol, decimals } = network.currency
  return (
    <Alert level="danger" title={words.largeFeeTitle}>
      {fill(words.largeFeeText, {
        symbol,
        fee: formatFee(fee, decimals),
        usual: formatFee(usualFee, decimals),
      })}
    </Alert>
  )
}

function ShortAlert({
  network,
  balance,
  needed,
}: {
  network: Network
  balance: bigint
  needed: bigint
}) {
  const words = useMessages(messages)
  const { symbol, decimals } = network.currency
  return (
    <Alert level="danger" title={fill(words.shortTitle, { symbol })}>
      {fill(words.shortText, {
        symbol,
        balance: formatAmount(balance, decimals),
        needed: formatFee(needed, decimals),
      })}{' '}
      {words.shortWait}
    </Alert>
  )
}
