import { availableAt } from '@latchkey/protocol/sessions/exposure'
import type { Session } from '@latchkey/protocol/sessions/endpoints'
import type { SessionTerms, Spending } from '@latchkey/protocol/sessions/terms'
import type { AccountFacts, SessionFacts, Spent } from './readFacts.ts'
import type { Grant } from './readGrant.ts'
import type { StoredSession } from './sessionStore.ts'

/** Where a session stands. Amounts are in base units, `revokedAt` is in seconds since 1970. */
export type Standing = Pick<Session, 'state' | 'available' | 'revokedAt'> & {
  usesLeft: string | null
}

/**
 * Whether the account has ended a session on the chain. Undefined where the node can't say: it is
 * behind the block in which the end was seen.
 */
export function isRevokedIn(
  facts: AccountFacts,
  { hash, terms }: Grant,
  { revokedBlock }: Pick<StoredSession, 'revokedBlock'>,
): boolean | undefined {
  const isEnded =
    facts.sessions.get(hash)?.isDisabled === true ||
    (facts.nonce !== undefined && facts.nonce > terms.nonce)
  if (isEnded) return true
  return revokedBlock !== null && facts.block < revokedBlock ? undefined : false
}

/**
 * Where a session stands.
 * @param row what is stored, with what was just seen of its end on the chain
 * @param facts undefined where no node answered
 * @param now seconds
 */
export function standingOf(
  row: Pick<StoredSession, 'expiry' | 'markedAt' | 'revokedAt'>,
  { hash, terms }: Grant,
  facts: AccountFacts | undefined,
  now: number,
): Standing {
  const revokedAt = row.revokedAt ?? row.markedAt
  const nothing = { available: null, usesLeft: null, revokedAt }
  const second = Math.max(now, facts?.time ?? 0)
  if (revokedAt !== null && revokedAt < row.expiry) return { ...nothing, state: 'revoked' }
  if (second >= row.expiry) return { ...nothing, state: 'expired' }
  const session = facts?.sessions.get(hash)
  if (!facts || !session) return { ...nothing, state: 'unknown' }
  const counts = facts.isUpgraded && facts.isKnown && !facts.isPaused && facts.nonce === terms.nonce
  if (!counts) return { ...nothing, state: 'suspended' }
  const usesLeft = usesLeftOf(terms, session)
  const available = usesLeft === 0n ? 0n : availableOf(terms, session, second)
  return {
    state: 'active',
    available: available?.toString() ?? null,
    usesLeft: usesLeft?.toString() ?? null,
    revokedAt,
  }
}

function usesLeftOf({ maxUses }: SessionTerms, { uses }: SessionFacts): bigint | undefined {
  if (maxUses === undefined || uses === undefined) return undefined
  return maxUses > uses ? maxUses - uses : 0n
}

function availableOf(
  { what }: SessionTerms,
  { spent }: SessionFacts,
  second: number,
): bigint | undefined {
  if (what.kind === 'calls' || !spent) return undefined
  const most = availableAt(what, second)
  const used = usedNow(what, spent, second)
  return most > used ? most - used : 0n
}

/** What of the present period was spent; for a stream and an allowance what was spent in all. */
function usedNow(what: Spending, { amount, period }: Spent, second: number): bigint {
  if (what.kind === 'stream') return amount
  // the enforcers count periods from 1; an allowance is one period without an end
  const present =
    what.kind === 'periodic' ? Math.floor((second - what.startTime) / what.period) + 1 : 1
  return period === BigInt(present) ? amount : 0n
}
