import { budgetProgram, guardProgram } from '../provider/programs.ts'
import { maxComputeUnits } from './maxComputeUnits.ts'
import { isDurable, readMessage } from './instructions.ts'
import type { Wire } from './transaction.ts'

/**
 * Whether a signed transaction has the same effect as the requested transaction. A wallet may make
 * three changes:
 * - use a newer blockhash
 * - set the compute unit limit and price, up to `maxPriorityFee`
 * - add Lighthouse checks, which can only make the transaction fail
 *
 * With any other instruction, account or signer it is another transaction, also with a durable
 * nonce that was not requested.
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
 * The facts about a transaction that must stay the same, as texts, and its maximum priority fee in
 * lamports. Undefined for invalid bytes.
 */
function readFacts({
  message,
  signers,
}: Wire): { facts: readonly string[]; priority: bigint } | undefined {
  const read = readMessage(message)
  if (!read) return undefined
  const { keys, steps, lookups } = read
  // an account that the wallet adds shifts the indexes of accounts in lookup tables, so those
  // accounts are counted from 0
  const nameOf = (index: number) => keys[index] ?? `looked up ${index - keys.length}`
  const [required = 0, readonlySigned = 0, readonlyUnsigned = 0] = message.slice(
    (message[0] ?? 0) & 0x80 ? 1 : 0,
  )
  /** Whether instructions can write to the account at this index of `keys`. */
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
 * The maximum priority fee that a wallet may set, in lamports, unless the request has a higher one.
 * 0.1 SOL is more than any wallet chooses, and limits what a hostile wallet can waste.
 */
const maxPriorityFee = 100_000_000n

/**
 * The maximum priority fee that Compute Budget instructions set: the unit limit (instruction 2)
 * times the price in millionths of a lamport (instruction 3).
 */
function priorityOf(budgets: readonly Uint8Array[]): bigint {
  const numberIn = (kind: number) =>
    budgets
      .filter(([first]) => first === kind)
      .map((data) => data.slice(1).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n))
      .at(-1)
  return ((numberIn(2) ?? BigInt(maxComputeUnits)) * (numberIn(3) ?? 0n)) / 1_000_000n
}

/** Lighthouse instructions with this number or a higher one only check. Lower ones write. */
const firstCheck = 2
const isHarmless = (program: string, [kind = 0]: Uint8Array) =>
  program === budgetProgram || (program === guardProgram && kind >= firstCheck)
const isSameList = (first: ArrayLike<unknown>, second: ArrayLike<unknown>) =>
  first.length === second.length &&
  Array.from(first).every((value, index) => value === second[index])
