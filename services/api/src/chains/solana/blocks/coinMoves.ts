import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { Hex, Move } from '../../../chainIndex/chainIndex.ts'
import { kinds } from '../../../db/schema.ts'
import { amountAt, numberOf, type Instruction } from './instructions.ts'
import { programs } from '../programs.ts'
import { settle } from './settle.ts'

/** A payment by an instruction of the system program. */
type Payment = { sender: Hex; recipient: Hex; amount: bigint; isOuter: boolean }

/**
 * The instructions that pay, by number: where the amount is in the data, and which of the accounts
 * pays and which receives. Source: the system program
 */
const payments: Readonly<
  Record<
    number,
    { amount: (data: Buffer) => bigint | undefined; from: number; to: number; isTransfer: boolean }
  >
> = {
  0: { amount: (data) => amountAt(data, 4), from: 0, to: 1, isTransfer: false }, // CreateAccount
  2: { amount: (data) => amountAt(data, 4), from: 0, to: 1, isTransfer: true }, // Transfer
  3: { amount: afterSeed, from: 0, to: 1, isTransfer: false }, // CreateAccountWithSeed
  // WithdrawNonceAccount
  5: { amount: (data) => amountAt(data, 4), from: 0, to: 1, isTransfer: true },
  11: { amount: (data) => amountAt(data, 4), from: 0, to: 2, isTransfer: true }, // TransferWithSeed
}

/**
 * The amount in data that contains the instruction's number, an address, a text of variable length,
 * and then the amount.
 */
function afterSeed(data: Buffer): bigint | undefined {
  const length = amountAt(data, 36)
  return length === undefined || length > 64n ? undefined : amountAt(data, 44 + Number(length))
}

/** The payment of an instruction; undefined for an instruction that pays nothing. */
export function paymentOf(instruction: Instruction): Payment | undefined {
  const { program, accounts, data, isOuter } = instruction
  const found = program === programs.system ? payments[numberOf(instruction) ?? -1] : undefined
  const [sender, recipient, amount] = [
    accounts[found?.from ?? -1],
    accounts[found?.to ?? -1],
    found?.amount(data),
  ]
  return found && sender && recipient && amount
    ? { sender, recipient, amount, isOuter: isOuter && found.isTransfer }
    : undefined
}

/**
 * The lamports that a transaction moved: payments of the system program, and moves that only the
 * balances show. The moves of an account add up to the change of its balance without the fee.
 * `outer`: transfers by the transaction's own instructions. `inner`: all other moves.
 * @param changes the changes of balances by address, without the fee
 */
export function coinMoves(
  instructions: readonly Instruction[],
  changes: ReadonlyMap<Hex, bigint>,
): { outer: Move[]; inner: Move[] } {
  const reported = instructions.flatMap((instruction) => paymentOf(instruction) ?? [])
  const rest = settle(reported, changes).map((flow) => ({ ...flow, isOuter: false }))
  const moves = [...reported, ...rest].map(
    ({ isOuter, ...one }): Move => ({
      ...one,
      kind: isOuter ? kinds.native : kinds.internal,
      token: nativeTokenAddress,
      tokenId: 0n,
    }),
  )
  return {
    outer: moves.filter(({ kind }) => kind === kinds.native),
    inner: moves.filter(({ kind }) => kind === kinds.internal),
  }
}
