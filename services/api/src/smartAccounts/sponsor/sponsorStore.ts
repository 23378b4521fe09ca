import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import { budgets, sponsorships } from '../schema.ts'
import type { Hex } from '../operationChain.ts'

/** What the paymaster has signed. */
export type Sponsorship = typeof sponsorships.$inferSelect

/** The account that stands for the sum of all accounts. */
const everyone: Hex = '0x'

/** What a new signature may cost, and the limits that it counts for. Amounts are in wei. */
export type Reservation = Pick<
  Sponsorship,
  'networkId' | 'project' | 'account' | 'nonce' | 'day' | 'cost' | 'fromBlock' | 'validUntil'
> & { hash: Hex; perDay: bigint; accountPerDay: bigint }

/** Is thrown inside a transaction, to roll it back with a reason. */
class Over extends Error {
  readonly limit: 'perDay' | 'accountPerDay'

  constructor(limit: 'perDay' | 'accountPerDay') {
    super(limit)
    this.limit = limit
  }
}

/**
 * Signatures for one nonce of an account that are stored at most. Anybody may ask for variants of
 * an operation, so more are not refused: the oldest is forgotten, and its cost stays reserved.
 */
export const maxHashes = 20

/**
 * Reserves what an operation may cost before it is signed, so that parallel requests do not pass a
 * limit. For a nonce only the highest cost is reserved, because only one operation can be included.
 * @returns the limit that would be passed
 */
export async function reserve(
  queries: Queries,
  reservation: Reservation,
): Promise<'reserved' | 'perDay' | 'accountPerDay'> {
  const { networkId, project, account, nonce, day, cost, fromBlock, validUntil, hash } = reservation
  try {
    return await queries.transaction(async (work) => {
      const isSame = and(
        eq(sponsorships.networkId, networkId),
        eq(sponsorships.project, project),
        eq(sponsorships.account, account),
        eq(sponsorships.nonce, nonce),
      )
      const hashes: Hex[] = []
      const fresh = { networkId, project, account, nonce, hashes, day, cost: 0n }
      await work
        .insert(sponsorships)
        .values({ ...fresh, isSettled: false, fromBlock, validUntil })
        .onConflictDoNothing()
      const [found] = await work.select().from(sponsorships).where(isSame).for('update')
      if (!found) throw new Error('A sponsorship disappeared')
      // an earlier signature was not used in time
      const known = found.isSettled ? { ...fresh, validUntil } : found
      if (known.hashes.includes(hash)) return 'reserved' as const
      const more = cost > known.cost ? cost - known.cost : 0n
      const budget = { networkId, project, day: known.day, amount: more }
      // always in this order, so that transactions never deadlock
      if (!(await spend(work, { ...budget, account: everyone, limit: reservation.perDay })))
        throw new Over('perDay')
      if (!(await spend(work, { ...budget, account, limit: reservation.accountPerDay })))
        throw new Over('accountPerDay')
      await work
        .update(sponsorships)
        .set({
          cost: known.cost + more,
          hashes: [...known.hashes, hash].slice(-maxHashes),
          day: known.day,
          isSettled: false,
          ...(found.isSettled && { fromBlock }),
          validUntil: Math.max(known.validUntil, validUntil),
        })
        .where(isSame)
      return 'reserved' as const
    })
  } catch (error) {
    if (error instanceof Over) return error.limit
    throw error
  }
}

/** A part of a budget: of one account, or of all. */
type Part = { networkId: string; project: string; account: Hex; day: number; amount: bigint }

/** Adds to what was used. @returns false if the limit would be passed; then nothing changes */
async function spend(
  work: Queries,
  { networkId, project, account, day, amount, limit }: Part & { limit: bigint },
): Promise<boolean> {
  if (amount > limit) return false
  const changed = await work
    .insert(budgets)
    .values({ networkId, project, account, day, used: amount })
    .onConflictDoUpdate({
      target: [budgets.networkId, budgets.project, budgets.account, budgets.day],
      set: { used: sql`${budgets.used} + excluded.used` },
      setWhere: sql`${budgets.used} + excluded.used <= ${limit.toString()}::numeric`,
    })
    .returning({ day: budgets.day })
  return changed.length > 0
}

/** Gives a part of a budget back. */
async function giveBack(
  work: Queries,
  { networkId, project, account, day, amount }: Part,
): Promise<void> {
  await work
    .update(budgets)
    .set({ used: sql`greatest(${budgets.used} - ${amount.toString()}::numeric, 0)` })
    .where(
      and(
        eq(budgets.networkId, networkId),
        eq(budgets.project, project),
        eq(budgets.account, account),
        eq(budgets.day, day),
      ),
    )
}

/**
 * Stores what a sponsorship has cost, and gives the rest of its reservation back. A second call
 * changes nothing.
 * @param cost in wei; zero if no operation was included
 */
export function settle(
  queries: Queries,
  {
    networkId,
    project,
    account,
    nonce,
  }: Pick<Sponsorship, 'networkId' | 'project' | 'account' | 'nonce'>,
  cost: bigint,
): Promise<void> {
  const isSame = and(
    eq(sponsorships.networkId, networkId),
    eq(sponsorships.project, project),
    eq(sponsorships.account, account),
    eq(sponsorships.nonce, nonce),
  )
  return queries.transaction(async (work) => {
    const [known] = await work.select().from(sponsorships).where(isSame).for('update')
    if (!known || known.isSettled) return
    await work.update(sponsorships).set({ isSettled: true, cost }).where(isSame)
    const amount = known.cost > cost ? known.cost - cost : 0n
    const part = { networkId, project, day: known.day, amount }
    await giveBack(work, { ...part, account: everyone })
    await giveBack(work, { ...part, account })
  })
}

/** Finds the sponsorship of an operation that is not settled. */
export async function findByHash(
  queries: Queries,
  networkId: string,
  hash: Hex,
): Promise<Sponsorship | undefined> {
  const [found] = await queries
    .select()
    .from(sponsorships)
    .where(
      and(
        eq(sponsorships.networkId, networkId),
        eq(sponsorships.isSettled, false),
        sql`${sponsorships.hashes} @> ${JSON.stringify([hash])}::jsonb`,
      ),
    )
  return found
}

/** The sponsorships that are over and not settled, the oldest first. @param before in seconds */
export function listOver(
  queries: Queries,
  networkId: string,
  before: number,
  max: number,
): Promise<Sponsorship[]> {
  return queries
    .select()
    .from(sponsorships)
    .where(
      and(
        eq(sponsorships.networkId, networkId),
        eq(sponsorships.isSettled, false),
        lt(sponsorships.validUntil, before),
      ),
    )
    .orderBy(asc(sponsorships.validUntil))
    .limit(max)
}

/** Deletes settled sponsorships and budgets of earlier days. */
export async function forgetSponsorships(
  queries: Queries,
  networkId: string,
  beforeDay: number,
): Promise<void> {
  await queries
    .delete(sponsorships)
    .where(
      and(
        eq(sponsorships.networkId, networkId),
        eq(sponsorships.isSettled, true),
        lt(sponsorships.day, beforeDay),
      ),
    )
  await queries
    .delete(budgets)
    .where(and(eq(budgets.networkId, networkId), lt(budgets.day, beforeDay)))
}
