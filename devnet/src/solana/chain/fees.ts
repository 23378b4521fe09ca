import type { CompiledInstruction, Message } from '../wire/readTransaction.ts'
import { readU32, readU64 } from '../wire/base.ts'
import { lookupTableProgram } from './resolveKeys.ts'

/** The fee for each signature, in lamports. */
const signatureFee = 5_000n
/**
 * The compute units that are reserved for an instruction of a program in the VM (`builtin`), or of
 * a program on the chain (`program`). `max` is the limit for a transaction.
 */
const reserved = { builtin: 3_000n, program: 200_000n, max: 1_400_000n }

/** The program that sets the price and the limit of a transaction's compute units. */
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

const builtins: readonly string[] = [
  '11111111111111111111111111111111',
  computeBudgetProgram,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]
// programs that validators have moved from the VM to the chain: their instructions count as those
// of programs on the chain
const migrated: readonly string[] = [
  lookupTableProgram,
  'Stake11111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
]
const precompiles: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

/** A transaction's price: `unitPrice` is micro-lamports for a compute unit, `total` lamports. */
export type Fee = { unitPrice: bigint; total: bigint }

/** The fee of a message: for its signatures and for the reserved compute units, rounded up. */
export function feeOf({ header, keys, instructions }: Message): Fee {
  const programOf = ({ programIdIndex }: CompiledInstruction) => keys[programIdIndex] ?? ''
  const budget = instructions
    .filter((instruction) => programOf(instruction) === computeBudgetProgram)
    .map(({ data }) => data)
  const limit = budget.find((data) => data[0] === 2 && data.length === 5)
  const price = budget.find((data) => data[0] === 3 && data.length === 9)
  const unitPrice = price ? readU64(price, 1) : 0n
  const standard = instructions.reduce(
    (sum, instruction) => sum + reservedFor(programOf(instruction)),
    0n,
  )
  const wanted = limit ? BigInt(readU32(limit, 1)) : standard
  const units = wanted < reserved.max ? wanted : reserved.max
  const verified = instructions
    .filter((instruction) => precompiles.includes(programOf(instruction)))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0)
  return {
    unitPrice,
    total:
      BigInt(header.numRequiredSignatures + verified) * signatureFee +
      (unitPrice * units + 999_999n) / 1_000_000n,
  }
}

function reservedFor(program: string): bigint {
  if (precompiles.includes(program)) return 0n
  return builtins.includes(program) && !migrated.includes(program)
    ? reserved.builtin
    : reserved.program
}
