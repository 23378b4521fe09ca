import { timeOf, unitsOf, type DescribeSession } from '../../../approve/session/describeSession.ts'
import { fill } from '../../../ui/fill.ts'
import type { Permission } from './loadPermissions.ts'
import type { messages } from './messages.ts'

/** The texts of the list, in the visitor's language. */
export type PermissionWords = (typeof messages)['texts']

/** The host of a site, with its scheme where it is not secure. */
export const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')

/** Where a permission stands, in a few words. */
export function stateText(
  { grant: { terms }, state }: Pick<Permission, 'grant' | 'state'>,
  words: PermissionWords,
  options: DescribeSession,
): string {
  const { what, expiry } = terms
  switch (state.status) {
    case 'active':
      return fill(words.active, { time: timeOf(expiry, options) })
    case 'later':
      return what.kind === 'calls'
        ? fill(words.active, { time: timeOf(expiry, options) })
        : fill(words.later, { time: timeOf(what.startTime, options) })
    case 'expired':
      return fill(words.expired, { time: timeOf(expiry, options) })
    default:
      return words[state.status]
  }
}

/** What is left of a permission now; undefined where that is not known or does not matter. */
export function leftText(
  { grant: { terms }, state: { status, amount, uses } }: Pick<Permission, 'grant' | 'state'>,
  words: PermissionWords,
  options: DescribeSession,
): string | undefined {
  if (status !== 'active') return undefined
  if (amount) return fill(words.left, { amount: unitsOf(amount.left, terms, options) })
  if (uses && uses.left <= BigInt(Number.MAX_SAFE_INTEGER))
    return fill(words.usesLeft, { count: Number(uses.left) })
  return undefined
}
