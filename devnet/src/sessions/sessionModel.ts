/** What a session allows, computed from its terms alone, to be compared with the chain. */
import { availableAt, worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import type { Calls, SessionTerms, Spending } from '@latchkey/protocol/sessions/terms'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { toFunctionSelector } from 'viem'

const transfer = toFunctionSelector('transfer(address,uint256)')

/** A session's use so far. */
export type SessionModel = ReturnType<typeof createSessionModel>

/** @param granted the second in which the session was granted */
export function createSessionModel(terms: SessionTerms, granted: number) {
  const { what, payees, maxUses, expiry } = terms
  const worst = worstCaseOf(terms, granted)
  const taken = new Map<number, bigint>() // by period
  let uses = 0n

  const periodOf = (time: number): number =>
    what.kind === 'periodic' ? Math.floor((time - what.startTime) / what.period) : 0

  /** What a site can still take at once in a second. */
  const left = (time: number): bigint => {
    if (what.kind === 'calls' || time >= expiry) return 0n
    const rest = availableAt(what, time) - (taken.get(periodOf(time)) ?? 0n)
    return rest > 0n ? rest : 0n
  }

  const isAllowed = (call: AccountCall, time: number): boolean => {
    if (time >= expiry || (maxUses !== undefined && uses >= maxUses)) return false
    if (what.kind === 'calls') return isAllowedCall(what, call)
    // the enforcers of streams refuse more than nothing before the start, those of periods all
    if (time < what.startTime && what.kind !== 'stream') return false
    const amount = amountOf(what, call, payees)
    return amount !== undefined && amount <= left(time)
  }

  /** Notes a call that the chain has executed. */
  const note = (call: AccountCall, time: number): void => {
    uses++
    const period = periodOf(time)
    const amount = what.kind === 'calls' ? call.value : (amountOf(what, call, payees) ?? 0n)
    taken.set(period, (taken.get(period) ?? 0n) + amount)
  }

  return {
    left,
    isAllowed,
    note,
    worst,
    /** All that was taken. */
    total: () => [...taken.values()].reduce((sum, amount) => sum + amount, 0n),
    copy: () => {
      const other = createSessionModel(terms, granted)
      other.take(taken, uses)
      return other
    },
    take: (from: ReadonlyMap<number, bigint>, used: bigint) => {
      for (const [period, amount] of from) taken.set(period, amount)
      uses = used
    },
  }
}

/** The amount that a call takes. Undefined if the session does not allow such a call. */
function amountOf(
  { token }: Spending,
  { to, value, data }: AccountCall,
  payees: SessionTerms['payees'],
): bigint | undefined {
  const isPayee = (address: string) => !payees || payees.some((payee) => isSame(payee, address))
  if (!token) return data === '0x' && isPayee(to) ? value : undefined
  const isTransfer = isSame(to, token) && value === 0n && data.length === 2 + 2 * 68
  if (!isTransfer || !isSame(data.slice(0, 10), transfer)) return undefined
  // a payee is a whole word of the call data, other bits of which are refused
  const word = data.slice(10, 74)
  const isClean = word.startsWith('0'.repeat(24))
  return isPayee(`0x${word.slice(24)}`) && (isClean || !payees)
    ? BigInt(`0x${data.slice(74)}`)
    : undefined
}

function isAllowedCall(
  { targets, selectors, maxValue, fixed }: Calls,
  { to, value, data }: AccountCall,
): boolean {
  const wordAt = (index: number) => data.slice(10 + 64 * index, 74 + 64 * index)
  return (
    targets.some((target) => isSame(target, to)) &&
    selectors.some((selector) => isSame(selector, data.slice(0, 10))) &&
    value <= maxValue &&
    fixed.every((one) => isSame(`0x${wordAt(one.index)}`, one.value))
  )
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
