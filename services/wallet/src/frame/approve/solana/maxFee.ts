import type { Instruction, SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import { readBytes } from '../../rpc/solana/readBytes.ts'
import { budgetBytes, budgetProgram, signaturePrograms } from './decodeInstruction.ts'

/**
 * Lamports for each signature that the network checks: those of the signers, and those that a step
 * gives to a program of signatures. Source: Solana, transaction fees
 */
const perSignature = 5_000n

/**
 * Most lamports that the network takes for transactions: a fixed part, and what they pay to be
 * preferred.
 */
export function maxFee(transactions: readonly SolanaTransaction[]): bigint {
  return transactions.reduce((sum, { signers, instructions }) => {
    const checked = instructions.reduce(
      (count, { program, data }) =>
        signaturePrograms.has(program) ? count + (data[0] ?? 0) : count,
      signers.length,
    )
    return sum + perSignature * BigInt(checked) + priorityFeeOf(instructions)
  }, 0n)
}

/** Units of computation that a step has by itself, and that a transaction has at the most. */
const units = { step: 200_000n, all: 1_400_000n }

/**
 * Most lamports that a transaction pays to be preferred: units of computation at a price in
 * millionths of a lamport. The network reads a limit and a price also where bytes stand behind
 * them.
 */
export function priorityFeeOf(instructions: readonly Instruction[]): bigint {
  const budget = instructions.filter(({ program }) => program === budgetProgram)
  const limit = highest(budget, 2) ?? units.step * BigInt(instructions.length - budget.length)
  const price = highest(budget, 3) ?? 0n
  return ((limit < units.all ? limit : units.all) * price + 999_999n) / 1_000_000n
}

function highest(budget: readonly Instruction[], code: number): bigint | undefined {
  const length = budgetBytes[code] ?? 0
  const values = budget
    .filter(({ data }) => data[0] === code && data.length > length)
    .map(({ data }) => readBytes(data.slice(1)).number(length))
  return values.length === 0
    ? undefined
    : values.reduce((max, value) => (value > max ? value : max))
}
