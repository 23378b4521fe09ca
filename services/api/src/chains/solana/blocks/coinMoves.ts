import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { Hex, Move } from '../../../chainIndex/chainIndex.ts'
import { kinds } from '../../../db/schema.ts'
import { amountAt, numberOf, type Instruction } from './instructions.ts'
import { programs } from '../programs.ts'
import { settle } from './settle.ts'

/** A payment that an instruction of the system program made. */
type Payment = { sender: Hex; recipient: Hex; amount: bigint; isOuter: boolean }

/**
 * Payments by instruction number: the offset of the amount, and the indexes of the paying and the
 * receiving account. Source: the system program
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

/** The amount after the instruction number, an address, and a text with its length. */
function afterSeed(data: Buffer): bigint | undefined {
  const length = amountAt(data, 36)
  return length === undefined || length > 64n ? undefined : amountAt(data, 44 + Number(length))
}

/** The payment of an instruction; undefined for an instruction that pays nothing by itself. */
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
 * The lamports that a transaction moved: the payments of the system program, and differences that
 * only the balances show. The sum of an account's moves always equals the change of its balance
 * without the fee. `outer`: transfers by the transaction's own instructions.
 * @param changes of balances by address, without the fee
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
