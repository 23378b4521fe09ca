import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { WantedTransaction } from '../../rpc/readTransaction.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import type { Network } from '../../wallet/network.ts'
import { Approval } from '../Approval.tsx'
import { decodeCall } from '../decode/decodeCall.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import { Fact } from '../Facts.tsx'
import { formatFee, formatUnits } from '../formatUnits.ts'
import { MessageBox } from '../message/MessageText.tsx'
import { messages as approvals } from '../messages.ts'
import { More } from '../More.tsx'
import { describeEffect } from './describeEffect.ts'
import { EffectText } from './EffectText.tsx'
import { estimate } from './estimate.ts'
import type { Cost, Estimate } from './estimate.ts'
import { isLargeFee } from './isLargeFee.ts'
import { loadTokens } from './loadTokens.ts'
import type { Tokens } from './loadTokens.ts'
import { messages } from './messages.ts'

/** A transaction that the visitor is asked to approve. */
export type TransactionToApprove = { transaction: WantedTransaction; address: string; network: Network }

const noTokens: Tokens = new Map()

/** Shows what a transaction does, costs, and whether it works; gives the cost that was shown. */
export default function ApproveTransactionView({ wallet, params, settle, refuse, waiting }: SceneProps<TransactionToApprove, Cost>) {
  const { transaction, address, network } = params
  const effect = decodeCall({ ...transaction, from: address as Address, networkId: network.networkId }) // the account's own, checked before
  const loaded = useLoaded(async (signal) => {
    const [cost, tokens] = await Promise.all([estimate(wallet, network, { address, transaction, signal }), loadTokens(wallet, network, { effects: [effect], signal })])
    return { cost, tokens }
  })
  const { cost, tokens } = loaded.status === 'done' ? loaded.value : { cost: undefined, tokens: noTokens }
  const options = { account: address, network, value: transaction.value, tokens }
  const isShort = cost !== undefined && cost.balance < cost.fee + transaction.value
  const isDear = cost !== undefined && isLargeFee({ fee: cost.fee, usual: cost.usualFee, value: transaction.value, decimals: network.currency.decimals })
  const isRisky = isDear || cost?.failure !== undefined || dangerIn(effect).some((one) => describeEffect(one, options).level === 'danger')
  return (
    <Approval
      site={wallet.site}
      title={approvals.transactionTitle}
      waiting={waiting}
      address={address}
      network={network}
      action={loaded.status === 'loading' ? messages.estimating : approvals.approve}
      isReady={cost !== undefined && !isShort}
      isRisky={isRisky}
      facts={<CostFacts transaction={transaction} network={network} estimate={cost} isKnown={loaded.status !== 'failed'} effect={effect} />}
      more={transaction.data !== '0x' && <More title={fill(messages.data, { count: (transaction.data.length - 2) / 2 })}><MessageBox isBytes>{transaction.data}</MessageBox></More>}
      onApprove={() => cost && settle(cost.cost)}
      onReject={() => refuse()}
    >
      {loaded.status === 'loading' ? <EffectSkeleton effect={effect} options={options} /> : <EffectText effect={effect} options={options} />}
      {cost?.failure && !isShort && <Alert level="danger" title={messages.failsTitle}>{cost.failure.reason === undefined ? messages.failsText : fill(messages.failsReason, { reason: cost.failure.reason })}</Alert>}
      {isDear && <LargeFeeAlert network={network} estimate={cost} />}
      {isShort && <ShortAlert network={network} balance={cost.balance} needed={cost.fee + transaction.value} />}
      {effect.kind !== 'plain' && effect.kind !== 'create' && tokens.size > 0 && [...tokens.values()].every(({ isContract }) => !isContract) && <Alert level="danger" title={messages.noContractTitle}>{messages.noContractText}</Alert>}
      {loaded.status === 'failed' && (
        <>
          <Alert level="warning" title={messages.nodeTitle}>{messages.nodeText}</Alert>
          <Button onClick={loaded.retry}>{messages.retry}</Button>
        </>
      )}
    </Approval>
  )
}

/** An effect and those in it. */
const dangerIn = (effect: Effect): readonly Effect[] => (effect.kind === 'several' ? effect.parts.flatMap(dangerIn) : [effect])

/** Keeps the place of an effect until its tokens are known: an amount without its decimals says nothing. */
function EffectSkeleton({ effect, options }: Parameters<typeof EffectText>[0]) {
  if (effect.kind === 'plain' || effect.kind === 'create') return <EffectText effect={effect} options={options} />
  return <div className="effect" data-level="plain" aria-hidden="true"><p className="effect-title"><span className="skeleton" /></p></div>
}

function CostFacts({ transaction, network, estimate, isKnown, effect }: { transaction: WantedTransaction; network: Network; estimate: Estimate | undefined; isKnown: boolean; effect: Effect }) {
  const { symbol, decimals } = network.currency
  const fee = estimate ? `${formatFee(estimate.fee, decimals)} ${symbol}` : isKnown ? <span className="skeleton" /> : messages.feeUnknown
  const amountOf = (wei: bigint) => `${formatUnits(wei, decimals)} ${symbol}`
  const isValueTold = effect.kind === 'plain' || effect.kind === 'wrap'
  return (
    <>
      {transaction.value > 0n && !isValueTold && <Fact name={messages.value}>{amountOf(transaction.value)}</Fact>}
      <Fact name={messages.feeOf} detail={messages.fee}>{fee}</Fact>
      {transaction.nonce !== undefined && <Fact name={messages.nonce} detail={messages.nonceOf}>{transaction.nonce}</Fact>}
    </>
  )
}

function LargeFeeAlert({ network, estimate: { fee, usualFee } }: { network: Network; estimate: Estimate }) {
  const { symbol, decimals } = network.currency
  return <Alert level="danger" title={messages.largeFeeTitle}>{fill(messages.largeFeeText, { symbol, fee: formatFee(fee, decimals), usual: formatFee(usualFee, decimals) })}</Alert>
}

function ShortAlert({ network, balance, needed }: { network: Network; balance: bigint; needed: bigint }) {
  const { symbol, decimals } = network.currency
  return <Alert level="danger" title={fill(messages.shortTitle, { symbol })}>{fill(messages.shortText, { symbol, balance: formatUnits(balance, decimals), needed: formatFee(needed, decimals) })}</Alert>
}
