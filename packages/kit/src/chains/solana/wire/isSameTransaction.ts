import { budgetProgram, guardProgram } from '../provider/programs.ts'
import { maxComputeUnits } from './maxComputeUnits.ts'
import { isDurable, readMessage } from './instructions.ts'
import type { Wire } from './transaction.ts'

/**
 * Whether a signed transaction does what was asked for. Wallets may take a newer blockhash, set the
 * limit and the price of computing, and add checks of their own that can only make it fail
 * (Lighthouse); any other step, account or signer makes it another transaction, and so does what
 * makes it good for months.
 */
export function isSameTransaction(requested: Wire, signed: Wire): boolean {
  if (isSameList(requested.message, signed.message)) return true
  const [first, second] = [readFacts(requested), readFacts(signed)]
  return (
    first !== undefined &&
    second !== undefined &&
    isSameList(first.facts, second.facts) &&
    second.priority <= (first.priority > maxPriorityFee ? first.priority : maxPriorityFee)
  )
}

/**
 * All that a transaction does, as texts, and the most that it pays for computing, in lamports;
 * undefined for bytes that can not be read.
 */
function readFacts({
  message,
  signers,
}: Wire): { facts: readonly string[]; priority: bigint } | undefined {
  const read = readMessage(message)
  if (!read) return undefined
  const { keys, steps, lookups } = read
  // the wallet's own accounts stand before those of lookup tables, which move by their number
  const nameOf = (index: number) => keys[index] ?? `looked up ${index - keys.length}`
  const [required = 0, readonlySigned = 0, readonlyUnsigned = 0] = message.slice(
    (message[0] ?? 0) & 0x80 ? 1 : 0,
  )
  /** Whether a step can write to an account of the transaction's own. */
  const isWritable = (index: number) =>
    index < required ? index < required - readonlySigned : index < keys.length - readonlyUnsigned
  const accountOf = (index: number) => `${nameOf(index)}${isWritable(index) ? ', written' : ''}`
  const [payer, ...others] = signers
  const relevantSteps = steps.flatMap(({ program, accounts, data }) =>
    isHarmless(nameOf(program), data)
      ? []
      : [[nameOf(program), ...[...accounts].map(accountOf), data.join()].join(' ')],
  )
  const budgets = steps.flatMap(({ program, data }) =>
    nameOf(program) === budgetProgram ? [data] : [],
  )
  return {
    facts: [
      `pays ${payer}`,
      ...[...others].sort(),
      `version ${(message[0] ?? 0) >> 7}`,
      `durable ${isDurable(message)}`,
      lookups.join(),
      ...relevantSteps,
    ],
    priority: priorityOf(budgets),
  }
}

/**
 * The most that a wallet may add for computing, in lamports: a tenth of a SOL is more than any
 * wallet chooses by itself, and less than a theft.
 */
const maxPriorityFee = 100_000_000n

/**
 * The most that steps of the Compute Budget program let a transaction pay: the units that it may
 * take (2), times their price in millionths of a lamport (3).
 */
function priorityOf(budgets: readonly Uint8Array[]): bigint {
  const numberIn = (kind: number) =>
    budgets
      .filter(([first]) => first === kind)
      .map((data) => data.slice(1).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n))
      .at(-1)
  return ((numberIn(2) ?? BigInt(maxComputeUnits)) * (numberIn(3) ?? 0n)) / 1_000_000n
}

/**
 * Lighthouse's first two kinds of steps write to accounts that somebody pays for; all others are
 * checks.
 */
const firstCheck = 2
const isHarmless = (program: string, [kind = 0]: Uint8Array) =>
  program === budgetProgram || (program === guardProgram && kind >= firstCheck)
const isSameList = (first: ArrayLike<unknown>, second: ArrayLike<unknown>) =>
  first.length === second.length &&
  Array.from(first).every((value, index) => value === second[index])
