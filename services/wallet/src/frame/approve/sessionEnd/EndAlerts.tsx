import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import type { Network } from '../../wallet/network.ts'
import { fill } from '../../ui/fill.ts'
import { useMessages } from '../../words/useMessages.ts'
import { formatAmount, formatFee } from '../formatAmount.ts'
import { EstimateFaults } from '../transaction/EstimateFaults.tsx'
import { messages as transactionMessages } from '../transaction/messages.ts'
import type { EstimateState } from '../transaction/useEstimate.ts'
import { messages } from './messages.ts'

/** Whether the end of permissions can be sent: the cost is known, and the account can pay it. */
export const canSend = ({ cost, isShort }: EstimateState): boolean =>
  cost !== undefined && !isShort && !cost.failure

/** What keeps the end of permissions from being sent, or makes it cost something. */
export function EndAlerts({ network, estimate }: { network: Network; estimate: EstimateState }) {
  const words = useMessages(messages)
  const transactions = useMessages(transactionMessages)
  const { cost, isShort } = estimate
  const { symbol, decimals } = network.currency
  return (
    <>
      {cost?.refusal && (
        <Alert level="warning" title={fill(transactions.unpaidTitle, { name: cost.refusal.name })}>
          {words.unpaid}
        </Alert>
      )}
      {isShort && cost && (
        <Alert level="danger" title={fill(transactions.shortTitle, { symbol })}>
          {fill(transactions.shortText, {
            symbol,
            balance: formatAmount(cost.balance, decimals),
            needed: formatFee(cost.fee, decimals),
          })}{' '}
          {transactions.shortWait}
        </Alert>
      )}
      <EstimateFaults estimate={estimate} />
    </>
  )
}
