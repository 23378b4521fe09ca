import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { isFault } from '../../bridge/Fault.ts'
import type { Fault } from '../../bridge/Fault.ts'
import { NodeFault } from '../../rpc/askNode.ts'
import type { ProvedPsbt } from '../../rpc/bitcoin/readPsbt.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Loaded } from '../../ui/useLoaded.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import type { Network } from '../../wallet/network.ts'
import { useMessages } from '../../words/useMessages.ts'
import { Approval } from '../Approval.tsx'
import { formatAmount } from '../formatAmount.ts'
import { MessageBox, MessageText } from '../message/MessageText.tsx'
import { readMessage } from '../message/readMessage.ts'
import { messages as approvalMessages } from '../messages.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { describePsbt } from './describePsbt.ts'
import type { PsbtText, Receiver } from './describePsbt.ts'
import { messages } from './messages.ts'
import { isRiskyKind } from './verdicts.ts'
import '../transaction/effect.css'

/** A PSBT to show, and what a quick confirmation costs now, in satoshi per virtual byte. */
export type PreparedPsbt = { psbt: ProvedPsbt; usualRate: number | undefined }

/**
 * A PSBT that the site asks the visitor to sign.
 * - `isSent`: the wallet sends it itself; otherwise the site gets it
 * - `prepare`: asks the network for what the screen has to show
 */
export type BitcoinToApprove = {
  account: BitcoinAccount
  network: Network
  isSent: boolean
  prepare: (signal: AbortSignal) => Promise<PreparedPsbt>
}

/**
 * Shows a transaction in words: who gets what, what returns, what leaves, and the fee. Settles with
 * the PSBT that was shown.
 */
export default function ApproveBitcoinView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<BitcoinToApprove, ProvedPsbt>) {
  const approvals = useMessages(approvalMessages)
  const effectWords = useMessages(effectMessages)
  const { account, network, isSent } = params
  const loaded = usePrepared(params, refuse)
  const prepared = loaded.status === 'done' ? loaded.value : undefined
  const text = prepared && describePsbt(prepared.psbt, account, prepared.usualRate)
  const format = (amount: bigint) =>
    `${formatAmount(amount, network.currency.decimals)} ${network.currency.symbol}`
  const action = isSent ? approvals.approve : approvals.sign
  return (
    <Approval
      site={wallet.site}
      title={approvals.transactionTitle}
      waiting={waiting}
      address={account.payment.address}
      network={network}
      action={loaded.status === 'loading' ? effectWords.estimating : action}
      isReady={text !== undefined}
      isRisky={text?.isRisky ?? false}
      facts={text && <BitcoinFacts text={text} format={format} />}
      onApprove={() => prepared && settle(prepared.psbt)}
      onReject={() => refuse()}
    >
      {text && (
        <>
          <Receivers text={text} format={format} />
          <BitcoinAlerts text={text} format={format} usualRate={prepared?.usualRate} />
          <Notes text={text} isSent={isSent} />
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
 * The PSBT, once the network has answered. A PSBT that the network contradicts, or coins that do
 * not suffice, end the screen with the error.
 */
const usePrepared = (
  { prepare }: BitcoinToApprove,
  refuse: (error?: Error) => void,
): Loaded<PreparedPsbt> =>
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
  (['invalidParams', 'unauthorized', 'transactionRejected'] as const).some((code) =>
    isFault(error, code),
  )

type Parts = { text: PsbtText; format: (amount: bigint) => string }

/** Every output that is not the account's own. */
function Receivers({ text: { receivers }, format }: Parts) {
  const words = useMessages(messages)
  const [first, ...rest] = receivers
  if (!first)
    return (
      <section className="effect" data-level="plain">
        <h2 className="effect-title">
          <span>{words.moveOwn}</span>
        </h2>
        <p className="effect-why">{words.moveOwnWhy}</p>
      </section>
    )
  if (rest.length === 0) return <ReceiverSection receiver={first} format={format} />
  return (
    <section className="effect" data-level="plain">
      <ol className="effect-parts">
        {receivers.map((receiver, place) => (
          <li key={place}>
            <ReceiverSection receiver={receiver} format={format} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One output: a payment to an address, to a script, or data. */
function ReceiverSection({ receiver, format }: { receiver: Receiver; format: Parts['format'] }) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const isRisky = isRiskyKind(receiver.kind)
  const amount = format(receiver.amount)
  const titles = {
    payment: fill(effectWords.send, { amount }),
    script: fill(words.script, { amount }),
    burn: fill(words.burn, { amount }),
    data: words.note,
  }
  return (
    <section className="effect" data-level={isRisky ? 'danger' : 'plain'}>
      <h2 className="effect-title" dir="auto">
        {isRisky && <Icon name="warning" />}
        <span>{titles[receiver.kind]}</span>
      </h2>
      {receiver.kind === 'payment' && (
        <Facts>
          <Fact name={effectWords.to}>
            <AddressText address={receiver.address} form="lines" />
          </Fact>
        </Facts>
      )}
      {receiver.kind === 'script' && (
        <>
          <p className="effect-why">{words.scriptWhy}</p>
          <MessageBox isBytes>{receiver.script}</MessageBox>
        </>
      )}
      {'bytes' in receiver && (
        <>
          <p className="effect-why">{words.noteWhy}</p>
          <MessageText message={readMessage(receiver.bytes)} />
        </>
      )}
    </section>
  )
}

/** What comes back, what leaves in all, and the fee. */
function BitcoinFacts({ text: { change, toOrdinals, leaves, fee, rate }, format }: Parts) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  return (
    <>
      {change > 0n && <Fact name={words.change}>{format(change)}</Fact>}
      {toOrdinals > 0n && <Fact name={words.toOrdinals}>{format(toOrdinals)}</Fact>}
      <Fact name={effectWords.feeOf} detail={fill(words.rate, { rate: rateOf(rate) })}>
        {format(fee)}
      </Fact>
      <Fact name={leaves < 0n ? words.comes : words.leaves}>
        {format(leaves < 0n ? -leaves : leaves)}
      </Fact>
    </>
  )
}

/** A rate with at most one decimal. */
const rateOf = (rate: number): string => String(Number(rate.toFixed(rate < 100 ? 1 : 0)))

/** The warnings: numbered coins, foreign coins, a large fee. */
function BitcoinAlerts({
  text: { ordinalsSpent, hasForeign, fee, rate, largeFee },
  format,
  usualRate,
}: Parts & { usualRate: number | undefined }) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  return (
    <>
      {ordinalsSpent > 0n && (
        <Alert level="danger" title={words.ordinalsTitle}>
          {fill(words.ordinalsText, { amount: format(ordinalsSpent) })}
        </Alert>
      )}
      {hasForeign && (
        <Alert level="warning" title={words.foreignTitle}>
          {words.foreignText}
        </Alert>
      )}
      {largeFee && (
        <Alert level="danger" title={effectWords.largeFeeTitle}>
          {largeFee === 'rate' && usualRate !== undefined
            ? fill(words.largeFee, {
                fee: format(fee),
                rate: rateOf(rate),
                usual: rateOf(usualRate),
              })
            : fill(words.largeShare, { fee: format(fee) })}
        </Alert>
      )}
    </>
  )
}

/** Notes below: the site may send it, and others have to sign it. */
function Notes({ text: { isPart }, isSent }: { text: PsbtText; isSent: boolean }) {
  const words = useMessages(messages)
  return (
    <>
      {!isSent && <p className="muted small">{words.signOnly}</p>}
      {isPart && <p className="muted small">{words.signPart}</p>}
    </>
  )
}
