import { timeOf, unitsOf, type DescribeSession } from '../../../approve/session/describeSession.ts'
import { fill } from '../../../ui/fill.ts'
import type { Permission } from './loadPermissions.ts'
import type { messages } from './messages.ts'

/** The texts of the list, in the visitor's language. */
export type PermissionWords = (typeof messages)['texts']

/** The host of a site, with its scheme where it is not secure. */
export const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')

type Shown = Pick<Permission, 'grant' | 'state'>

/** Where a permission stands, in a few words with the time that matters. */
export function stateText(
  { grant: { terms }, state: { status } }: Shown,
  words: PermissionWords,
  options: DescribeSession,
): string {
  const until = fill(words.until, { time: timeOf(terms.expiry, options) })
  switch (status) {
    case 'active':
      return until
    case 'later':
      return terms.what.kind === 'calls'
        ? until
        : fill(words.from, { time: timeOf(terms.what.startTime, options) })
    case 'expired':
      return fill(words.expired, { time: timeOf(terms.expiry, options) })
    case 'unknown':
      return options.amounts.nodeTitle
    default:
      return words[status]
  }
}

/** What is left of a permission now; undefined where that is not known or does not matter. */
export function leftText(
  { grant: { terms }, state: { status, amount, uses } }: Shown,
  words: PermissionWords,
  options: DescribeSession,
): string | undefined {
  if (status !== 'active') return undefined
  if (amount) return fill(words.left, { amount: unitsOf(amount.left, terms, options) })
  if (uses && uses.left <= BigInt(Number.MAX_SAFE_INTEGER))
    return fill(words.usesLeft, { count: Number(uses.left) })
  return undefined
}
