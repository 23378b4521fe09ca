import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Approval } from '../Approval.tsx'
import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import { messages as approvalMessages } from '../messages.ts'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { formatAmount } from '../formatAmount.ts'
import { solDecimals } from './describeKnown.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { messages } from './messages.ts'
import { maxFee, priorityFeeOf } from './maxFee.ts'
import { proveNetwork } from './proveNetwork.ts'
import type { Proof } from './proveNetwork.ts'
import { noOwners, readOwners } from './readOwners.ts'
import type { Owners } from './readOwners.ts'
import { StepSection } from './StepSection.tsx'
import { describeTransaction } from './describeTransaction.ts'
import type { TransactionText } from './describeTransaction.ts'
import { isUnknownKind } from './verdicts.ts'
import { useMessages } from '../../words/useMessages.ts'
import '../transaction/effect.css'

/**
 * Solana transactions that the site asks the visitor to sign. `isSent`: the wallet sends them
 * itself; otherwise the site may send them.
 */
export type SolanaToApprove = {
  transactions: readonly [SolanaTransaction, ...SolanaTransaction[]]
  isSent: boolean
  address: string
  network: Network
}

/** Lamports from which a priority fee is shown as a danger: a hundredth of a SOL. */
const largePriority = 10_000_000n

/**
 * Shows transactions in words. First it asks the network's node whether the transactions are made
 * for this network, and who owns the receiving token accounts.
 */
export default function ApproveSolanaView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<SolanaToApprove, void>) {
  const approvals = useMessages(approvalMessages)
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const { transactions, isSent, address, network } = params
  const { proof, owners } = useProof(wallet, params)
  const isOne = transactions.length === 1
  const texts = transactions.map((transaction) =>
    describeTransaction(transaction, { ...effectWords, solana: words }, address, owners),
  )
  const priority = transactions.reduce(
    (sum, { instructions }) => sum + priorityFeeOf(instructions),
    0n,
  )
  const isExpensive = priority > largePriority
  return (
    <Approval
      site={wallet.site}
      title={
        isOne ? approvals.transactionTitle : fill(words.titleOf, { count: transactions.length })
      }
      waiting={waiting}
      address={address}
      network={network}
      action={
        proof === undefined ? effectWords.estimating : isSent ? approvals.approve : approvals.sign
      }
      isReady={proof !== undefined}
      isRisky={
        isExpensive ||
        texts.some(({ isRisky }) => isRisky) ||
        (proof !== undefined && isUnknownKind(proof))
      }
      facts={<SolanaFacts texts={texts} fee={maxFee(transactions)} priority={priority} />}
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      {proof !== undefined && <ProofAlert proof={proof} network={network} />}
      {texts.map((text, index) => (
        <TransactionSection key={index} texts={text} number={isOne ? undefined : index + 1} />
      ))}
      {isExpensive && (
        <Alert level="danger" title={words.priorityTitle}>
          {fill(words.priorityText, { fee: formatAmount(priority, solDecimals) })}
        </Alert>
      )}
      <Notes texts={texts} isSent={isSent} proof={proof} />
    </Approval>
  )
}

/**
 * `proof`: whether the transactions are made for the network; undefined until its node has
 * answered. `owners`: the owners of the receiving token accounts.
 */
function useProof(
  wallet: Wallet,
  { transactions, network }: SolanaToApprove,
): { proof: Proof | undefined; owners: Owners } {
  const loaded = useLoaded(async (signal) => {
    const [proof, owners] = await Promise.all([
      proveNetwork(wallet, network, transactions, { signal }),
      readOwners(wallet, network, transactions, signal),
    ])
    return { proof, owners }
  })
  if (loaded.status === 'done') return loaded.value
  return { proof: loaded.status === 'failed' ? 'unproved' : undefined, owners: noOwners }
}

/** Warns that the transaction may be for another network than the shown one. */
function ProofAlert({ proof, network: { name } }: { proof: Proof; network: Network }) {
  const words = useMessages(messages)
  if (proof === 'proved') return null
  const isElsewhere = proof === 'elsewhere'
  return (
    <Alert
      level="danger"
      title={isElsewhere ? fill(words.elsewhereTitle, { network: name }) : words.unprovedTitle}
    >
      {fill(isElsewhere ? words.elsewhereText : words.unprovedText, { network: name })}
    </Alert>
  )
}

/**
 * Notes below the steps: the outcome is not known, or the wallet only signs and the site may send.
 */
function Notes({
  texts,
  isSent,
  proof,
}: {
  texts: readonly TransactionText[]
  isSent: boolean
  proof: Proof | undefined
}) {
  const words = useMessages(messages)
  const isDurable = texts.some((text) => text.isDurable)
  return (
    <>
      {texts.some(({ hasUnknownSteps }) => hasUnknownSteps) && (
        <p className="muted small">{words.untold}</p>
      )}
      {!isSent && !isDurable && proof === 'proved' && (
        <p className="muted small">{words.signOnly}</p>
      )}
    </>
  )
}

/** A transaction's steps. `number`: the position among several transactions. */
function TransactionSection({
  texts: { steps, isDurable, isOnlyPayer },
  number,
}: {
  texts: TransactionText
  number: number | undefined
}) {
  const words = useMessages(messages)
  return (
    <section className="effect" data-level="plain">
      {number !== undefined && (
        <p className="effect-why">{fill(words.transactionOf, { number })}</p>
      )}
      {isDurable && (
        <Alert level="danger" title={words.nonce}>
          {words.nonceWhy}
        </Alert>
      )}
      {isOnlyPayer && <p className="effect-why">{words.onlyFee}</p>}
      <ol className="effect-parts">
        {steps.map((step, place) => (
          <li key={place}>
            <StepSection step={step} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The total fee, the payer if it is another account, and the other signers. */
function SolanaFacts({
  texts,
  fee,
  priority,
}: {
  texts: readonly TransactionText[]
  fee: bigint
  priority: bigint
}) {
  const words = useMessages(messages)
  const total = `${formatAmount(fee, solDecimals)} SOL`
  const detail =
    priority > 0n && fill(words.networkFeeDetail, { fee: formatAmount(priority, solDecimals) })
  const payers = [...new Set(texts.flatMap(({ payer }) => (payer === undefined ? [] : [payer])))]
  const cosigners = [...new Set(texts.flatMap((text) => text.cosigners))]
  return (
    <>
      <Fact name={words.networkFee} detail={detail}>
        {total}
      </Fact>
      {payers.map((payer) => (
        <Fact key={payer} name={words.fee}>
          <AddressText address={payer} form="short" />
        </Fact>
      ))}
      {cosigners.map((signer) => (
        <Fact key={signer} name={words.cosigner}>
          <AddressText address={signer} form="short" />
        </Fact>
      ))}
    </>
  )
}
