import { durableNonceOf } from '../../rpc/solana/readTransaction.ts'
import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { describeStep } from './describeStep.ts'
import type { StepText, StepWords } from './describeStep.ts'
import { noOwners } from './readOwners.ts'
import type { Owners } from './readOwners.ts'
import { isUnknownKind } from './verdicts.ts'

/** All that is shown of a transaction. */
export type TransactionText = {
  steps: readonly StepText[]
  /** It stays good until it is sent. */
  isDurable: boolean
  /** The account pays the fee, and no step names it. */
  isOnlyPayer: boolean
  /** Who pays the fee in the account's place. */
  payer?: string
  /** Others who have to sign, without the one that pays. */
  cosigners: readonly string[]
  /** The outcome is not known: a step is unknown. */
  hasUnknownSteps: boolean
  /** The visitor has to tick that the risk is understood. */
  isRisky: boolean
}

/**
 * Tells a transaction in words, for the account that signs. `known`: the owners of token accounts
 * that the network has.
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
  // an account that is made here is from then on that of the owner for whom it is made; one that is
  // there is whose the network says
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
  // those that only set the fee stand in its row, unless there are no others
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
    // one without a step says nothing of what it is for, unless the account pays for it
    isRisky:
      (isDurable && isUnknownKind('durable')) ||
      (steps.length === 0 && payer !== own) ||
      steps.some(({ level }) => level === 'danger'),
  }
}
