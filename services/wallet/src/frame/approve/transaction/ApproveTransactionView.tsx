import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { Approval } from '../Approval.tsx'
import { decodeCall } from '../decode/decodeCall.ts'
import type { Effect } from '../decode/Effect.ts'
import { messages as approvalMessages } from '../messages.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'
import { KnownCallData, UnknownCallData } from './CallData.tsx'
import { CallTexts } from './CallTexts.tsx'
import { ChangesText } from './ChangesText.tsx'
import { CostFacts } from './CostFacts.tsx'
import type { DescribeOptions } from './describeEffect.ts'
import { EffectText } from './EffectText.tsx'
import type { Approved } from './estimate.ts'
import { messages } from './messages.ts'
import { risksOf } from './risksOf.ts'
import { UpgradeText } from './UpgradeText.tsx'
import { TransactionAlerts } from './TransactionAlerts.tsx'
import { useEstimate } from './useEstimate.ts'
import type { EstimateState, TransactionsToApprove } from './useEstimate.ts'

/**
 * Shows the effects, costs and balance changes of transactions, and whether they succeed. Settles
 * with the costs that were shown.
 */
export default function ApproveTransactionView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<TransactionsToApprove, Approved>) {
  const approvals = useMessages(approvalMessages)
  const words = useMessages(messages)
  const { transactions, address, network, smart } = params
  const effects = transactions.map((transaction) =>
    decodeCall({ ...transaction, from: address, networkId: network.networkId }),
  )
  const estimate = useEstimate(wallet, params, effects)
  const { status, cost } = estimate
  const optionsOf = useDescribeOptions(params, estimate)
  const risks = risksOf({ transactions, effects, cost, options: optionsOf(0) })
  const isLoading = status === 'loading'
  return (
    <Approval
      site={wallet.site}
      title={
        transactions.length === 1
          ? approvals.transactionTitle
          : fill(smart ? words.batchTitle : words.callsTitle, { count: transactions.length })
      }
      waiting={waiting}
      address={address}
      network={network}
      action={isLoading ? words.estimating : approvals.approve}
      isReady={cost !== undefined && !estimate.isShort && !cost.refusal?.isFinal}
      isRisky={risks.isRisky}
      round={estimate.round}
      facts={<CostFacts request={params} estimate={estimate} effects={effects} />}
      more={<KnownCallData transactions={transactions} effects={effects} />}
      onApprove={() =>
        cost && settle({ costs: cost.costs, ...(cost.operation && { operation: cost.operation }) })
      }
      onReject={() => refuse()}
    >
      <CallTexts request={params} effects={effects} optionsOf={optionsOf} isLoading={isLoading} />
      <TransactionAlerts request={params} estimate={estimate} risks={risks} />
      {risks.grants.map((grant, index) => (
        <EffectText key={index} effect={grant} options={{ ...optionsOf(0), value: 0n }} />
      ))}
      {cost && !cost.failure && !isPlainSend(effects) && (
        <ChangesText simulation={cost.simulation} network={network} tokens={estimate.tokens} />
      )}
      {smart?.isUpgrade && <UpgradeText network={network} />}
      <UnknownCallData transactions={transactions} effects={effects} />
      {status === 'failed' && (
        <>
          <Alert level="warning" title={words.nodeTitle}>
            {words.nodeText}
          </Alert>
          <Button onClick={estimate.retry}>{words.retry}</Button>
        </>
      )}
    </Approval>
  )
}

/** How the effect of each transaction is described. */
function useDescribeOptions(
  { transactions, address, network }: TransactionsToApprove,
  { tokens, functionNameOf }: EstimateState,
): (index: number) => DescribeOptions {
  const words = useMessages(messages)
  const locale = useFormatLocale()
  return (index) => ({
    account: address,
    network,
    value: transactions[index]?.value ?? 0n,
    tokens,
    functionNameOf,
    words,
    locale,
  })
}

/**
 * Whether value is only sent to one address. A payment to an account has no other effect; a
 * contract may do more.
 */
const isPlainSend = (effects: readonly Effect[]): boolean =>
  effects.length === 1 && effects[0]?.kind === 'plain'
