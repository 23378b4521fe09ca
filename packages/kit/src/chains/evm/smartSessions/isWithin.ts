import { availableAt } from '@latchkey/protocol/sessions/exposure'
import type { Calls, SessionTerms, Spending } from '@latchkey/protocol/sessions/terms'

/** For so many seconds, the clocks of page and wallet may differ. */
const tolerance = 15 * 60

/**
 * Whether granted terms allow nothing that the requested ones do not.
 * @param now in seconds since 1970. A request without a start (-1) begins then.
 */
export function isWithin(granted: SessionTerms, requested: SessionTerms, now: number): boolean {
  return (
    granted.expiry <= requested.expiry &&
    (requested.maxUses === undefined ||
      (granted.maxUses !== undefined && granted.maxUses <= requested.maxUses)) &&
    (requested.payees === undefined || isSubset(granted.payees, requested.payees)) &&
    isSubset(granted.redeemers, requested.redeemers) &&
    isWhatWithin(granted.what, requested.what, now)
  )
}

/** Whether there are parts, and all of them are among others. Not without parts. */
function isSubset(parts: readonly string[] | undefined, all: readonly string[]): boolean {
  const known = new Set(all.map((text) => text.toLowerCase()))
  return (
    parts !== undefined && parts.length > 0 && parts.every((part) => known.has(part.toLowerCase()))
  )
}

function isWhatWithin(
  granted: SessionTerms['what'],
  requested: SessionTerms['what'],
  now: number,
): boolean {
  if (granted.kind === 'calls' || requested.kind === 'calls')
    return (
      granted.kind === 'calls' && requested.kind === 'calls' && areCallsWithin(granted, requested)
    )
  return isSpendingWithin(granted, requested, now)
}

function areCallsWithin(granted: Calls, requested: Calls): boolean {
  const textOf = ({ index, value }: Calls['fixed'][number]) => `${index} ${value.toLowerCase()}`
  const fixed = new Set(granted.fixed.map(textOf))
  return (
    isSubset(granted.targets, requested.targets) &&
    isSubset(granted.selectors, requested.selectors) &&
    granted.maxValue <= requested.maxValue &&
    requested.fixed.every((argument) => fixed.has(textOf(argument)))
  )
}

function isSpendingWithin(granted: Spending, requested: Spending, now: number): boolean {
  if (granted.token?.toLowerCase() !== requested.token?.toLowerCase()) return false
  if (requested.startTime >= 0 && granted.startTime < requested.startTime) return false
  if (granted.kind === 'allowance')
    return requested.kind === 'allowance' && granted.amount <= requested.amount
  if (granted.kind === 'periodic')
    return (
      requested.kind === 'periodic' &&
      granted.amount <= requested.amount &&
      granted.period >= requested.period
    )
  if (requested.kind !== 'stream') return false
  const start = requested.startTime >= 0 ? requested.startTime : now - tolerance
  return (
    granted.initialAmount <= requested.initialAmount &&
    granted.amountPerSecond <= requested.amountPerSecond &&
    granted.maxAmount <= requested.maxAmount &&
    // an earlier start would allow more at once
    availableAt(granted, now) <= availableAt({ ...requested, startTime: start }, now)
  )
}
