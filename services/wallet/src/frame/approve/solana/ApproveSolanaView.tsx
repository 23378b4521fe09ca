import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { SceneProps } from '../../stage/createStage.ts'
import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import { AddressText } from '../AddressText.tsx'
import { Approval } from '../Approval.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { Pieces } from '../message/MessageText.tsx'
import { messages as approvalMessages } from '../messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatUnits } from '../formatUnits.ts'
import { decodeInstruction, priorityFeeOf } from './decodeInstruction.ts'
import type { Step } from './decodeInstruction.ts'
import { describeStep, solDecimals } from './describeStep.ts'
import type { StepText } from './describeStep.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { messages } from './messages.ts'
import { mostFee } from './mostFee.ts'
import { useMessages } from '../../words/useMessages.ts'
import '../transaction/effect.css'

/** Transactions of Solana that the visitor is asked to sign. `isSent`: the wallet sends it, else the site may. */
export type SolanaToApprove = { transactions: readonly [SolanaTransaction, ...SolanaTransaction[]]; isSent: boolean; address: string; network: Network }

/** Lamports from which an extra fee is told as a danger: a hundredth of a SOL. */
const largePriority = 10_000_000n

/** Shows the steps of transactions in words. */
export default function ApproveSolanaView({ wallet, params, settle, refuse, waiting }: SceneProps<SolanaToApprove, void>) {
  const approvals = useMessages(approvalMessages)
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const { transactions, isSent, address, network } = params
  const isOne = transactions.length === 1
  const decoded = transactions.map(({ instructions }) => stepsToShow(instructions.map(decodeInstruction)))
  const steps = decoded.map((list) => list.map((step) => describeStep(step, { ...effectWords, solana: words })))
  const hasUnknown = decoded.flat().some(({ kind }) => kind === 'unknown')
  const priority = transactions.reduce((sum, { instructions }) => sum + priorityFeeOf(instructions), 0n)
  const isDear = priority > largePriority
  const hasNonce = decoded.flat().some(({ kind }) => kind === 'nonce')
  const payers = [...new Set(transactions.map(({ signers }) => signers[0] ?? ''))]
  return (
    <Approval
      site={wallet.site}
      title={isOne ? approvals.transactionTitle : fill(words.titleOf, { count: transactions.length })}
      waiting={waiting}
      address={address}
      network={network}
      action={isSent ? approvals.approve : approvals.sign}
      isRisky={isDear || steps.flat().some(({ level }) => level === 'danger')}
      facts={<SolanaFacts others={payers.filter((payer) => payer !== address)} fee={mostFee(transactions)} priority={priority} />}
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      {steps.map((list, index) => (
        <section key={index} className="effect" data-level="plain">
          {!isOne && <p className="effect-why">{fill(words.transactionOf, { number: index + 1 })}</p>}
          <ol className="effect-parts">{list.map((step, place) => <li key={place}><StepSection step={step} /></li>)}</ol>
        </section>
      ))}
      {isDear && <Alert level="danger" title={words.priorityTitle}>{fill(words.priorityText, { fee: formatUnits(priority, solDecimals) })}</Alert>}
      {hasUnknown && <p className="muted small">{words.untold}</p>}
      {!isSent && !hasNonce && <p className="muted small">{words.signOnly}</p>}
    </Approval>
  )
}

/** The steps that do something; those that only set the fee stand in its row, unless there are no others. */
function stepsToShow(steps: readonly Step[]): readonly Step[] {
  const acting = steps.filter(({ kind }) => kind !== 'budget')
  return acting.length > 0 ? acting : steps.slice(0, 1)
}

/** The fee, once, and who pays it in the account's place. */
function SolanaFacts({ others, fee, priority }: { others: readonly string[]; fee: bigint; priority: bigint }) {
  const words = useMessages(messages)
  const total = `${formatUnits(fee, solDecimals)} SOL`
  const detail = priority > 0n && fill(words.networkFeeDetail, { fee: formatUnits(priority, solDecimals) })
  return (
    <>
      <Fact name={words.networkFee} detail={detail}>{total}</Fact>
      {others.map((payer) => <Fact key={payer} name={words.fee}><AddressText address={payer} /></Fact>)}
    </>
  )
}

function StepSection({ step: { title, parties, level, why } }: { step: StepText }) {
  return (
    <section className="effect" data-level={level}>
      <h2 className="effect-title" dir="auto">{level !== 'plain' && <Icon name="warning" />}<span>{title}</span></h2>
      {why && <p className="effect-why"><Pieces text={why} /></p>}
      {parties.length > 0 && <Facts>{parties.map(({ name, address }) => <Fact key={name} name={name}><AddressText address={address} isWhole /></Fact>)}</Facts>}
    </section>
  )
}
