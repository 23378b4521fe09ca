import { budgetProgram, guardProgram } from '../provider/programs.ts'
import { readMessage } from './instructions.ts'
import type { Wire } from './transaction.ts'

/**
 * Whether a signed transaction does what was asked for. Wallets may take a newer blockhash, set the limit and the price of computing, and add checks of their own that can only
 * make it fail (Lighthouse); any other step, account or signer makes it another transaction.
 */
export function isSameTransaction(asked: Wire, signed: Wire): boolean {
  if (isSameList(asked.message, signed.message)) return true
  const [one, other] = [readFacts(asked), readFacts(signed)]
  return one !== undefined && other !== undefined && isSameList(one, other)
}

/** All that a transaction does, as texts; undefined for bytes that can not be read. */
function readFacts({ message, signers }: Wire): readonly string[] | undefined {
  const read = readMessage(message)
  if (!read) return undefined
  const { keys, steps, lookups } = read
  // the wallet's own accounts stand before those of lookup tables, which move by their number
  const nameOf = (index: number) => keys[index] ?? `looked up ${index - keys.length}`
  const [payer, ...others] = signers
  const own = steps.flatMap(({ program, accounts, data }) => (isHarmless(nameOf(program), data) ? [] : [[nameOf(program), ...[...accounts].map(nameOf), data.join()].join(' ')]))
  return [`pays ${payer}`, ...[...others].sort(), `version ${(message[0] ?? 0) >> 7}`, lookups.join(), ...own]
}

/** Lighthouse's first two kinds of steps write to accounts that somebody pays for; all others are checks. */
const firstCheck = 2
const isHarmless = (program: string, [kind = 0]: Uint8Array) => program === budgetProgram || (program === guardProgram && kind >= firstCheck)
const isSameList = (one: ArrayLike<unknown>, other: ArrayLike<unknown>) => one.length === other.length && Array.from(one).every((value, index) => value === other[index])
