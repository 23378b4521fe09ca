import { availableAt } from '@latchkey/protocol/sessions/exposure'
import { maxUint256, type Spending } from '@latchkey/protocol/sessions/terms'
import type { StoredGrant } from './grantStore.ts'
import type { ChainFacts, Spent } from './readChainFacts.ts'

/**
 * Where a grant stands.
 * - `active`: the site can use it
 * - `later`: it has not begun
 * - `paused`: the account is no smart account now, the network's contracts are paused, or the
 *   account's number is still below that of the grant
 * - `usedUp`: nothing is left, for good
 * - `ended`: the account has ended it
 * - `expired`: its end has passed
 * - `unknown`: the network does not answer
 */
export type GrantStatus = 'active' | 'later' | 'paused' | 'usedUp' | 'ended' | 'expired' | 'unknown'

/** A grant's status, with what was taken and what is left, as far as the network says it. */
export type GrantState = {
  status: GrantStatus
  /** In base units: taken, and left now. In the current period if there are periods. */
  amount?: { taken: bigint; left: bigint }
  uses?: { taken: bigint; left: bigint }
}

/** The statuses in which a site can use a grant, or may be able to later. */
const open: readonly GrantStatus[] = ['active', 'later', 'paused', 'unknown']

/** Whether a grant is not over for good. */
export const isOpen = ({ status }: GrantState): boolean => open.includes(status)

/**
 * Derives where a grant stands.
 * @param facts undefined if the network does not answer
 * @param clock the second, since 1970: `secondOf`
 */
export function grantStateOf(
  { hash, terms }: Pick<StoredGrant, 'hash' | 'terms'>,
  facts: ChainFacts | undefined,
  clock: number,
): GrantState {
  // a chain without new blocks stays behind the clock
  const now = Math.max(clock, facts?.time ?? 0)
  const own = facts?.grants.get(hash)
  const { what, maxUses, expiry, nonce } = terms
  const [uses, amount] = [usesOf(maxUses, own?.uses), amountOf(what, own?.spent, now)]
  const counted = { ...(amount && { amount }), ...(uses && { uses }) }
  const end = (status: GrantStatus): GrantState => ({ status, ...counted })
  if (facts && own && (own.isDisabled || facts.nonce > nonce)) return end('ended')
  if (expiry <= now) return end('expired')
  if (!facts || !own) return end('unknown')
  if (uses?.left === 0n || (amount && isTaken(what, amount, expiry, now))) return end('usedUp')
  // a node may have reported too high a number at the grant, which counts once it is reached
  if (!facts.isInUse || facts.nonce < nonce) return end('paused')
  return end(what.kind !== 'calls' && what.startTime > now ? 'later' : 'active')
}

function usesOf(max: bigint | undefined, taken: bigint | undefined): GrantState['uses'] {
  if (max === undefined || taken === undefined) return undefined
  return { taken, left: atLeast0(max - taken) }
}

type What = StoredGrant['terms']['what']

function amountOf(what: What, spent: Spent | undefined, now: number): GrantState['amount'] {
  if (what.kind === 'calls' || !spent) return undefined
  const isOfNow = what.kind !== 'periodic' || spent.period === periodOf(what, now)
  const taken = isOfNow ? spent.amount : 0n
  return { taken, left: atLeast0(availableAt(what, now) - taken) }
}

/** The number of the period of a second, from 1; 0 before the first one. */
const periodOf = ({ startTime, period }: Extract<Spending, { kind: 'periodic' }>, now: number) =>
  now < startTime ? 0n : BigInt(Math.floor((now - startTime) / period) + 1)

/** Whether nothing can be taken from now on until the end. */
function isTaken(
  what: What,
  { taken, left }: NonNullable<GrantState['amount']>,
  expiry: number,
  now: number,
): boolean {
  if (what.kind === 'calls' || left > 0n || now < what.startTime) return false
  if (what.kind === 'allowance') return true
  if (what.kind === 'stream') return what.maxAmount < maxUint256 && taken >= what.maxAmount
  const next = what.startTime + Number(periodOf(what, now)) * what.period
  return next >= expiry
}

const atLeast0 = (amount: bigint) => (amount > 0n ? amount : 0n)
