import type { Fee, Simulation } from '../../../core/contracts/facets/send.ts'
import type { AccountData } from '../wire/accountData.ts'
import type { Fault } from './messages.ts'

/** What a transfer depends on. Amounts are in the smallest unit of the native token. */
export type TransferState = {
  sender: AccountData
  /** Undefined where the sender pays itself. */
  recipient: AccountData | undefined
  /** The minimum that an account has to hold. */
  deposit: bigint
  /**
   * The fees of a transfer of the amount, of a transfer of the least amount, and of one that may
   * end the account. They differ, because a larger number has more bytes.
   */
  fees: { part: bigint; least: bigint; all: bigint }
}

/**
 * A transfer with its fee and its expected effect. `isAll`: the amount is all that the sender can
 * pay, so the transfer may end the account.
 */
export type TransferPlan = { isAll: boolean; fee: Fee; simulation: Simulation; untouched: bigint }

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

/** The part of an account that no transfer can send. */
const untouchedOf = ({ sender: { locked, mustStay }, deposit }: TransferState): bigint =>
  larger(locked, mustStay ? deposit : 0n)

/** The largest amount that the sender can pay. */
function maxAmount(state: TransferState): bigint {
  const { sender, deposit, fees } = state
  // the chain takes a fee only of an account that keeps the minimum until the transfer
  if (sender.free < fees.all + deposit) return 0n
  return larger(0n, sender.free - fees.all - untouchedOf(state))
}

/**
 * Plans a transfer by the rules of `pallet_balances`:
 * - An account holds nothing or at least the minimum.
 * - A transfer of an amount leaves at least the minimum in the sender's account.
 * - A transfer of all that the sender can pay ends the account, unless a part of it is locked. What
 *   is then left below the minimum is lost.
 */
export function planTransfer(state: TransferState, amount: bigint): TransferPlan {
  const { sender, fees } = state
  const total = sender.free + sender.reserved
  const max = maxAmount(state)
  // what the visitor gets who asks for the whole balance
  const reserve = larger(total - max, fees.least)
  const isAll = amount > 0n && (amount === max || amount === total - reserve)
  const cost = isAll ? fees.all : fees.part
  const fee: Fee = {
    total: cost,
    maxTotal: cost,
    reserve: isAll ? total - amount : larger(reserve, cost),
  }
  const untouched = sender.reserved + untouchedOf(state)
  return { isAll, fee, simulation: simulationOf(state, { amount, isAll, cost }), untouched }
}

function simulationOf(
  state: TransferState,
  { amount, isAll, cost }: { amount: bigint; isAll: boolean; cost: bigint },
): Simulation {
  const { sender, recipient, deposit } = state
  const fails = (fault: Fault, minimum?: bigint): Simulation => ({
    status: 'fails',
    fault,
    ...(minimum !== undefined && { minimum }),
  })
  // not a failure: the kit reports separately that the account has too little
  if (sender.free + sender.reserved < amount + cost) return { status: 'unknown' }
  if (!isAll) {
    const left = sender.free - amount - cost
    if (left < sender.locked) return fails('locked')
    if (left < deposit) return sender.mustStay ? fails('locked') : fails('remainder', deposit)
  }
  if (!recipient) return { status: 'works', leaves: 0n, arrives: 0n }
  if (amount > 0n && recipient.free + amount < deposit) return fails('newAccount', deposit)
  return { status: 'works', leaves: amount, arrives: amount }
}
