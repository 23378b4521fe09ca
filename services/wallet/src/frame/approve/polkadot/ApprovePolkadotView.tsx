import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import { toHex } from '@latchkey/protocol/hex'
import { isFault } from '../../bridge/Fault.ts'
import type { Fault } from '../../bridge/Fault.ts'
import { NodeFault } from '../../rpc/askNode.ts'
import type { PreparedTransaction } from '../../rpc/polkadot/prepareTransaction.ts'
import type { Payload } from '../../rpc/polkadot/readPayload.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Loaded } from '../../ui/useLoaded.ts'
import type { Network } from '../../wallet/network.ts'
import type { PolkadotAccount } from '../../wallet/polkadotAccount.ts'
import { useMessages } from '../../words/useMessages.ts'
import { Approval } from '../Approval.tsx'
import { formatAmount, formatFee } from '../formatAmount.ts'
import { MessageBox } from '../message/MessageText.tsx'
import { messages as approvalMessages } from '../messages.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { describeTransaction } from './describeTransaction.ts'
import type { TransactionText } from './describeTransaction.ts'
import { EffectSection } from './EffectSection.tsx'
import type { EffectContext } from './EffectSection.tsx'
import { messages } from './messages.ts'
import '../transaction/effect.css'

/**
 * A transaction of Polkadot that the site asks the visitor to sign.
 * - `prepare`: asks the network for what the screen has to show
 */
export type PolkadotToApprove = {
  account: PolkadotAccount
  network: Network
  payload: Payload
  prepare: (signal: AbortSignal) => Promise<PreparedTransaction>
}

/**
 * Shows a transaction in words: what its call does, what it costs and what stays. Settles with the
 * transaction that was shown.
 */
export default function ApprovePolkadotView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<PolkadotToApprove, PreparedTransaction>) {
  const approvals = useMessages(approvalMessages)
  const effectWords = useMessages(effectMessages)
  const { account, network, payload } = params
  const { symbol, decimals } = network.currency
  const loaded = usePrepared(params, refuse)
  const prepared = loaded.status === 'done' ? loaded.value : undefined
  const text = prepared && describeTransaction(prepared, payload, decimals)
  const shown: Shown | undefined = prepared &&
    text && {
      prepared,
      text,
      payload,
      network,
      format: (amount) => `${formatAmount(amount, decimals)} ${symbol}`,
    }
  return (
    <Approval
      site={wallet.site}
      title={approvals.transactionTitle}
      waiting={waiting}
      address={account.address}
      network={network}
      action={loaded.status === 'loading' ? effectWords.estimating : approvals.sign}
      isReady={shown !== undefined}
      isRisky={text?.isRisky ?? false}
      facts={shown && <TransactionFacts {...shown} />}
      more={prepared?.effects && <CallBytes bytes={payload.call} />}
      onApprove={() => prepared && settle(prepared)}
      onReject={() => refuse()}
    >
      {shown && (
        <>
          <Effects {...shown} prefix={account.prefix} />
          <TransactionAlerts {...shown} />
          <SignOnly />
        </>
      )}
      {loaded.status === 'loading' && <span className="skeleton" data-shape="text" />}
      {loaded.status === 'failed' && (
        <>
          <Alert level="warning" title={effectWords.nodeTitle}>
            {effectWords.nodeText}
          </Alert>
          <Button onClick={loaded.retry}>{effectWords.retry}</Button>
        </>
      )}
    </Approval>
  )
}

/**
 * The transaction, once the network has answered. A transaction that the network would refuse ends
 * the screen with the error.
 */
const usePrepared = (
  { prepare }: PolkadotToApprove,
  refuse: (error?: Error) => void,
): Loaded<PreparedTransaction> =>
  useLoaded(async (signal) => {
    try {
      return await prepare(signal)
    } catch (error) {
      if (!signal.aborted && isFinal(error)) refuse(error)
      throw error
    }
  })

/** Whether another attempt would fail for the same reason. */
const isFinal = (error: unknown): error is Fault =>
  !(error instanceof NodeFault) &&
  (['invalidParams', 'transactionRejected'] as const).some((code) => isFault(error, code))

type Shown = {
  prepared: PreparedTransaction
  text: TransactionText
  payload: Payload
  network: Network
  format: EffectContext['format']
}

/** The effects in their order. Without proved metadata there are only bytes. */
function Effects({
  prepared: { effects, assetNames, isAllOrNone },
  payload: { call },
  format,
  prefix,
}: Shown & { prefix: number }) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const context = { prefix, format, assetNames }
  if (!effects)
    return (
      <>
        <Alert level="danger" title={words.unprovedTitle}>
          {words.unprovedText}
        </Alert>
        <EffectSection effect={{ kind: 'unreadable', bytes: call }} context={context} />
      </>
    )
  const [first, ...others] = effects
  if (first && others.length === 0) return <EffectSection effect={first} context={context} />
  return (
    <section className="effect" data-level="plain">
      <h2 className="effect-title">
        <span>{fill(effectWords.several, { count: effects.length })}</span>
      </h2>
      <p className="effect-why">{isAllOrNone ? words.allOrNone : words.partly}</p>
      <ol className="effect-parts">
        {effects.map((effect, place) => (
          <li key={place}>
            <EffectSection effect={effect} context={context} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The fee, the tip, and what the account has now or afterwards. */
function TransactionFacts({
  prepared: { fee, free },
  text: { stays },
  payload: { tip },
  network: { currency },
  format,
}: Shown) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  return (
    <>
      <Fact name={effectWords.feeOf}>
        {fee === undefined
          ? effectWords.feeUnknown
          : `${formatFee(fee, currency.decimals)} ${currency.symbol}`}
      </Fact>
      {tip > 0n && <Fact name={words.tip}>{format(tip)}</Fact>}
      {stays !== undefined && <Fact name={words.stays}>{format(stays)}</Fact>}
      {stays === undefined && free !== undefined && <Fact name={words.has}>{format(free)}</Fact>}
    </>
  )
}

/** The warnings: no end of its time, a low balance, a closed account, an unknown or large fee. */
function TransactionAlerts({
  prepared: { fee, free },
  text: { needed, closing, largeFee },
  payload: { tip, isImmortal },
  network: { currency },
  format,
}: Shown) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const { symbol, decimals } = currency
  return (
    <>
      {isImmortal && (
        <Alert level="danger" title={words.immortal}>
          {words.immortalWhy}
        </Alert>
      )}
      {needed !== undefined && (
        <Alert level="danger" title={fill(effectWords.shortTitle, { symbol })}>
          {fill(effectWords.shortText, {
            symbol,
            balance: formatAmount(free ?? 0n, decimals),
            needed: formatFee(needed, decimals),
          })}
        </Alert>
      )}
      {closing !== undefined && (
        <Alert level="danger" title={words.closingTitle}>
          {fill(words.closingText, { min: format(closing) })}
        </Alert>
      )}
      {fee === undefined && (
        <Alert level="warning" title={effectWords.nodeTitle}>
          {effectWords.nodeText}
        </Alert>
      )}
      {largeFee && (
        <Alert level="danger" title={effectWords.largeFeeTitle}>
          {largeFee === 'tip'
            ? fill(words.largeTip, { tip: format(tip) })
            : fill(words.largeFee, { fee: format((fee ?? 0n) + tip) })}
        </Alert>
      )}
    </>
  )
}

function SignOnly() {
  const words = useMessages(messages)
  return <p className="muted small">{words.signOnly}</p>
}

/** The call as it is signed. */
function CallBytes({ bytes }: { bytes: Uint8Array }) {
  const effectWords = useMessages(effectMessages)
  return (
    <Details label={fill(effectWords.data, { count: bytes.length })}>
      <MessageBox isBytes>{toHex(bytes)}</MessageBox>
    </Details>
  )
}
