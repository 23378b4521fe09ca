import { budgetProgram, guardProgram } from '../provider/programs.ts'
import { mostUnits } from './mostUnits.ts'
import { isDurable, readMessage } from './instructions.ts'
import type { Wire } from './transaction.ts'

/**
 * Whether a signed transaction does what was asked for. Wallets may take a newer blockhash, set the
 * limit and the price of computing, and add checks of their own that can only make it fail
 * (Lighthouse); any other step, account or signer makes it another transaction, and so does what
 * makes it good for months.
 */
export function isSameTransaction(asked: Wire, signed: Wire): boolean {
  if (isSameList(asked.message, signed.message)) return true
  const [one, other] = [readFacts(asked), readFacts(signed)]
  return (
    one !== undefined &&
    other !== undefined &&
    isSameList(one.facts, other.facts) &&
    other.priority <= (one.priority > mostPriority ? one.priority : mostPriority)
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
  const [required = 0, unwrittenSigners = 0, unwritten = 0] = message.slice(
    (message[0] ?? 0) & 0x80 ? 1 : 0,
  )
  /** Whether a step can write to an account of the transaction's own. */
  const isWritten = (index: number) =>
    index < required ? index < required - unwrittenSigners : index < keys.length - unwritten
  const accountOf = (index: number) => `${nameOf(index)}${isWritten(index) ? ', written' : ''}`
  const [payer, ...others] = signers
  const own = steps.flatMap(({ program, accounts, data }) =>
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
      ...own,
    ],
    priority: priorityOf(budgets),
  }
}

/**
 * The most that a wallet may add for computing, in lamports: a tenth of a SOL is more than any
 * wallet chooses by itself, and less than a theft.
 */
const mostPriority = 100_000_000n

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
  return ((numberIn(2) ?? BigInt(mostUnits)) * (numberIn(3) ?? 0n)) / 1_000_000n
}

/**
 * Lighthouse's first two kinds of steps write to accounts that somebody pays for; all others are
 * checks.
 */
const firstCheck = 2
const isHarmless = (program: string, [kind = 0]: Uint8Array) =>
  program === budgetProgram || (program === guardProgram && kind >= firstCheck)
const isSameList = (one: ArrayLike<unknown>, other: ArrayLike<unknown>) =>
  one.length === other.length && Array.from(one).every((value, index) => value === other[index])
