import { useEffect, useState } from 'react'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import type { Network } from '../../wallet/network.ts'
import { Approval } from '../Approval.tsx'
import { decodeCall } from '../decode/decodeCall.ts'
import type { Address, Effect } from '../decode/Effect.ts'
import { Fact } from '../Facts.tsx'
import { formatFee, formatAmount } from '../formatAmount.ts'
import { MessageBox } from '../message/MessageText.tsx'
import { messages as approvalMessages } from '../messages.ts'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { awaitTopUp } from './awaitTopUp.ts'
import { ChangesText } from './ChangesText.tsx'
import { EffectText } from './EffectText.tsx'
import type { Cost, Estimate } from './estimate.ts'
import { contractsOf, loadTokens } from './loadTokens.ts'
import type { Tokens } from './loadTokens.ts'
import { messages } from './messages.ts'
import { kindOfCall, risksOf } from './risksOf.ts'
import { effectsIn } from './simulate/unreportedGrants.ts'
import { isUnknown } from '../verdicts.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Transactions that the visitor approves together; usually one. */
export type TransactionsToApprove = {
  transactions: readonly [RequestedTransaction, ...RequestedTransaction[]]
  address: Address
  network: Network
}

const noTokens: Tokens = new Map()

/**
 * Shows the effects, costs and balance changes of transactions, and whether they succeed.
 * Returns the costs that were shown.
 */
export default function ApproveTransactionView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<TransactionsToApprove, readonly Cost[]>) {
  const approvals = useMessages(approvalMessages)
  const words = useMessages(messages)
  const locale = useFormatLocale()
  const { transactions, address, network } = params
  const [round, setRound] = useState(0)
  const effects = transactions.map((transaction) =>
    decodeCall({ ...transaction, from: address, networkId: network.networkId }),
  )
  const called = effects.flatMap(contractsOf)
  const loaded = useLoaded(async (signal) => {
    const [cost, functionNameOf] = await Promise.all([
      import('./estimate.ts').then(({ estimate }) =>
        estimate(wallet, network, { address, transactions, signal }),
      ),
      effects.flatMap(effectsIn).some(({ kind }) => kind === 'unknown') ? loadNames() : undefined,
    ])
    const changed = [
      ...(cost.simulation?.changes ?? []),
      ...(cost.simulation?.grants ?? []),
    ].flatMap((transaction) => ('token' in transaction ? [transaction.token] : []))
    return {
      cost,
      functionNameOf,
      tokens: await loadTokens(wallet, network, {
        contracts: [
          ...transactions.flatMap(({ to, data }) =>
            to !== undefined && data !== '0x' ? [to] : [],
          ),
          ...called,
          ...changed,
        ],
        signal,
      }),
    }
  }, round)
  const { cost, tokens, functionNameOf } =
    loaded.status === 'done'
      ? loaded.value
      : { cost: undefined, tokens: noTokens, functionNameOf: undefined }
  const isOne = transactions.length === 1
  const value = transactions.reduce((sum, transaction) => sum + transaction.value, 0n)
  const optionsOf = (index: number) => ({
    account: address,
    network,
    value: transactions[index]?.value ?? 0n,
    tokens,
    functionNameOf,
    words,
    locale,
  })
  const isShort = cost !== undefined && cost.balance < cost.fee + value
  const shortOf = isShort ? cost.balance : undefined
  useEffect(() => {
    if (shortOf === undefined) return
    const controller = new AbortController()
    awaitTopUp(wallet, network, { address, known: shortOf, signal: controller.signal }).then(
      (isChanged) => isChanged && setRound((last) => last + 1),
      () => {},
    ) // the screen was closed
    return () => controller.abort()
  }, [wallet, network, address, shortOf, round])
  const {
    isRisky,
    isExpensive: isDear,
    isEmptyCall,
    additionalPayment,
    otherNumber,
    grants,
  } = risksOf({
    transactions,
    effects,
    cost,
    options: optionsOf(0),
  })
  const isUnknownCall = (index: number) =>
    effects[index] !== undefined && isUnknown(kindOfCall(effects[index]))
  const dataTitle = (index: number) =>
    fill(isOne ? words.data : words.dataOf, {
      count: ((transactions[index]?.data.length ?? 2) - 2) / 2,
      number: index + 1,
    })
  const texts = effects.map((effect, index) =>
    loaded.status === 'loading' ? (
      <EffectSkeleton key={index} effect={effect} options={optionsOf(index)} />
    ) : (
      <EffectText key={index} effect={effect} options={optionsOf(index)} />
    ),
  )
  return (
    <Approval
      site={wallet.site}
      title={
        isOne ? approvals.transactionTitle : fill(words.callsTitle, { count: transactions.length })
      }
      waiting={waiting}
      address={address}
      network={network}
      action={loaded.status === 'loading' ? words.estimating : approvals.approve}
      isReady={cost !== undefined && !isShort}
      isRisky={isRisky}
      round={round}
      facts={
        <CostFacts
          transactions={transactions}
          network={network}
          estimate={cost}
          isKnown={loaded.status !== 'failed'}
          effects={effects}
        />
      }
      more={transactions.map(
        ({ data }, index) =>
          data !== '0x' &&
          !isUnknownCall(index) && (
            <Details key={index} label={dataTitle(index)}>
              <MessageBox isBytes>{data}</MessageBox>
            </Details>
          ),
      )}
      onApprove={() => cost && settle(cost.costs)}
      onReject={() => refuse()}
    >
      {isOne ? (
        texts
      ) : (
        <section className="effect" data-level="plain">
          <p className="effect-why">{fill(words.callsText, { count: transactions.length })}</p>
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
      )}
      {cost?.failure && !isShort && <FailureAlert failure={cost.failure} isOne={isOne} />}
      {isDear && cost && <LargeFeeAlert network={network} estimate={cost} />}
      {isShort && <ShortAlert network={network} balance={cost.balance} needed={cost.fee + value} />}
      {additionalPayment > 0n && (
        <Alert
          level="danger"
          title={fill(words.paysTitle, {
            amount: `${formatAmount(additionalPayment, network.currency.decimals)} ${network.currency.symbol}`,
          })}
        >
          {words.paysText}
        </Alert>
      )}
      {otherNumber && (
        <Alert level="danger" title={words.numberTitle}>
          {fill(words.numberText, { number: otherNumber.requested, next: otherNumber.next })}
        </Alert>
      )}
      {isEmptyCall && (
        <Alert level="danger" title={words.noContractTitle}>
          {words.noContractText}
        </Alert>
      )}
      {grants.map((grant, index) => (
        <EffectText key={index} effect={grant} options={{ ...optionsOf(0), value: 0n }} />
      ))}
      {cost && !cost.failure && !isPlainSend(effects) && (
        <ChangesText simulation={cost.simulation} network={network} tokens={tokens} />
      )}
      {transactions.map(
        ({ data }, index) =>
          isUnknownCall(index) && (
            <section key={index}>
              <p className="muted small">{dataTitle(index)}</p>
              <MessageBox isBytes>{data}</MessageBox>
            </section>
          ),
      )}
      {loaded.status === 'failed' && (
        <>
          <Alert level="warning" title={words.nodeTitle}>
            {words.nodeText}
          </Alert>
          <Button onClick={loaded.retry}>{words.retry}</Button>
        </>
      )}
    </Approval>
  )
}

/** A payment to an account has no other effect. A contract may do more. */
const isPlainSend = (effects: readonly Effect[]): boolean =>
  effects.length === 1 && effects[0]?.kind === 'plain'

/** The names of well-known functions. Without them, a call is shown as unknown. */
const loadNames = () =>
  import('../decode/functionNames.ts').then(
    ({ functionNameOf }) => functionNameOf,
    () => undefined,
  )

/**
 * A placeholder for an effect until its tokens are loaded. An amount without its decimals
 * would say nothing.
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

type CostProps = {
  transactions: readonly RequestedTransaction[]
  network: Network
  estimate: Estimate | undefined
  isKnown: boolean
  effects: readonly Effect[]
}

function CostFacts({ transactions, network, estimate, isKnown, effects }: CostProps) {
  const words = useMessages(messages)
  const { symbol, decimals } = network.currency
  const fee = estimate ? (
    `${formatFee(estimate.fee, decimals)} ${symbol}`
  ) : isKnown ? (
    <span className="skeleton" data-shape="text" />
  ) : (
    words.feeUnknown
  )
  const amountOf = (wei: bigint) => `${formatAmount(wei, decimals)} ${symbol}`
  const [first] = transactions
  const unknownNote =
    transactions.length === 1 && first && hasUnknownData(first, effects[0]) ? first.value : 0n
  return (
    <>
      {unknownNote > 0n && <Fact name={words.value}>{amountOf(unknownNote)}</Fact>}
      <Fact name={words.feeOf} detail={words.fee}>
        {fee}
      </Fact>
      {first?.nonce !== undefined && (
        <Fact name={words.nonce} detail={words.nonceOf}>
          {first.nonce}
        </Fact>
      )}
    </>
  )
}

/** Whether a call pays a value that its description does not name. */
const hasUnknownData = ({ value }: RequestedTransaction, effect: Effect | undefined): boolean =>
  value > 0n && effect?.kind !== 'plain' && effect?.kind !== 'wrap'

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
  if (!transaction?.to || !hasUnknownData(transaction, effect)) return null
  return (
    <p className="effect-why">
      {fill(words.paysTo, {
        amount: `${formatAmount(transaction.value, currency.decimals)} ${currency.symbol}`,
        address: transaction.to,
      })}
    </p>
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
  const title = isOne ? words.failsTitle : fill(words.failsTitleOf, { number: index + 1 })
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
