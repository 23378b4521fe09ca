/**
 * The instructions of a transfer. Sources: System Program, spl-token, Associated Token Account,
 * Compute Budget
 */
import { AccountRole, address } from '@solana/kit'
import type { Instruction } from '@solana/kit'
import { associatedProgram, budgetProgram, systemProgram } from '../provider/programs.ts'

/** Encodes numbers one after another, each with the given number of bytes, little-endian. */
function bytesOf(
  ...numbers: readonly (readonly [value: number | bigint, bytes: number])[]
): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, index) =>
        Number((BigInt(value) >> BigInt(8 * index)) & 255n),
      ),
    ),
  )
}

/** The instruction that transfers lamports. */
export const transferLamports = (from: string, to: string, lamports: bigint): Instruction => ({
  programAddress: address(systemProgram),
  accounts: [
    { address: address(from), role: AccountRole.WRITABLE_SIGNER },
    { address: address(to), role: AccountRole.WRITABLE },
  ],
  data: bytesOf([2, 4], [lamports, 8]),
})

/** The instruction that creates the owner's Associated Token Account if it does not exist yet. */
export const createTokenAccount = ({
  payer,
  tokenAccount,
  owner,
  mint,
  program,
}: {
  payer: string
  tokenAccount: string
  owner: string
  mint: string
  program: string
}): Instruction => ({
  programAddress: address(associatedProgram),
  accounts: [
    { address: address(payer), role: AccountRole.WRITABLE_SIGNER },
    { address: address(tokenAccount), role: AccountRole.WRITABLE },
    ...[owner, mint, systemProgram, program].map((key) => ({
      address: address(key),
      role: AccountRole.READONLY,
    })),
  ],
  data: bytesOf([1, 1]),
})

/** The instruction that transfers a token. It fails if the token does not have `decimals`. */
export const transferToken = ({
  from,
  to,
  owner,
  mint,
  program,
  amount,
  decimals,
}: {
  from: string
  to: string
  owner: string
  mint: string
  program: string
  amount: bigint
  decimals: number
}): Instruction => ({
  programAddress: address(program),
  accounts: [
    { address: address(from), role: AccountRole.WRITABLE },
    { address: address(mint), role: AccountRole.READONLY },
    { address: address(to), role: AccountRole.WRITABLE },
    { address: address(owner), role: AccountRole.READONLY_SIGNER },
  ],
  data: bytesOf([12, 1], [amount, 8], [decimals, 1]),
})

/**
 * The instructions that set the compute unit limit of a transaction, and the price of a unit in
 * millionths of a lamport.
 */
export const budget = (units: number, price: bigint): readonly Instruction[] => [
  { programAddress: address(budgetProgram), data: bytesOf([2, 1], [units, 4]) },
  { programAddress: address(budgetProgram), data: bytesOf([3, 1], [price, 8]) },
]
