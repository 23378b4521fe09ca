import { durableNonceOf } from '../../rpc/solana/readTransaction.ts'
import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { describeStep } from './describeStep.ts'
import type { StepWords } from './describeKnown.ts'
import type { StepText } from './describeStep.ts'
import { noOwners } from './readOwners.ts'
import type { Owners } from './readOwners.ts'
import { isUnknownKind } from './verdicts.ts'

/** Everything that the wallet shows of a transaction. */
export type TransactionText = {
  steps: readonly StepText[]
  /** The transaction stays valid until it is sent. */
  isDurable: boolean
  /** The account only pays the fee: no step names it. */
  isOnlyPayer: boolean
  /** The payer of the fee, if it is another account. */
  payer?: string
  /** Other signers, without the payer. */
  cosigners: readonly string[]
  /** The outcome is not known, because a step is unknown. */
  hasUnknownSteps: boolean
  /** The visitor has to tick a box, because there is a risk. */
  isRisky: boolean
}

/**
 * Describes a transaction in words for the signing account. `known` has the owners of existing
 * token accounts.
 */
export function describeTransaction(
  transaction: SolanaTransaction,
  words: StepWords,
  own: string,
  known: Owners = noOwners,
): TransactionText {
  const { signers, instructions } = transaction
  const read = instructions.flatMap((instruction) =>
    decodeInstruction(instruction).map((step) => ({ step, program: instruction.program })),
  )
  // The owner of an account that this transaction creates is named by the step that creates it. The
  // owner of an existing account is named by the network.
  const owners = new Map<string, string>(known)
  const texts = read.map(({ step, program }) => {
    const text = describeStep(step, words, { own, program, owners })
    const { step: made } = step
    if (
      made.kind === 'open' &&
      made.account !== undefined &&
      made.owner !== undefined &&
      !known.has(made.account)
    )
      owners.set(made.account, made.owner)
    return { kind: made.kind, text }
  })
  // Steps that only set the fee are shown in the fee's row. If the transaction has no other steps,
  // the first one is shown as a step.
  const acting = texts.filter(({ kind, text }) => kind !== 'budget' || text.level !== 'plain')
  const steps = (acting.length > 0 ? acting : texts.slice(0, 1)).map(({ text }) => text)
  const [payer, ...cosigners] = signers
  const isDurable = durableNonceOf(transaction) !== undefined
  return {
    steps,
    isDurable,
    isOnlyPayer:
      payer === own &&
      !instructions.some(({ accounts }) => accounts.some(({ address }) => address === own)),
    ...(payer !== own && payer !== undefined && { payer }),
    cosigners: cosigners.filter((signer) => signer !== own),
    hasUnknownSteps: texts.some(({ kind }) => kind === 'unknown'),
    // The purpose of a transaction without steps is unknown. It is risky, unless the account itself
    // pays its fee.
    isRisky:
      (isDurable && isUnknownKind('durable')) ||
      (steps.length === 0 && payer !== own) ||
      steps.some(({ level }) => level === 'danger'),
  }
}
