import type { Instruction, SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import { readBytes } from '../../rpc/solana/readBytes.ts'
import { budgetBytes, budgetProgram, signaturePrograms } from './decodeInstruction.ts'

/**
 * Lamports for each signature that the network verifies: the signatures of the signers, and the
 * signatures that an instruction gives to a signature program. Source: Solana, transaction fees
 */
const perSignature = 5_000n

/**
 * The maximum of lamports that the network charges for transactions: a fixed part and the priority
 * fees.
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

/**
 * Computation units that one instruction has by default, and the maximum of a transaction.
 */
const units = { step: 200_000n, all: 1_400_000n }

/**
 * The maximum priority fee of a transaction in lamports: computation units at a price in millionths
 * of a lamport. The network accepts a limit and a price even with additional bytes after them, so
 * such instructions count, too.
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
