import type { Queries } from '@latchkey/server/db/database'
import { and, eq, sql } from 'drizzle-orm'
import { counters } from './schema.ts'

/** An allowance: at most `max` within any `milliseconds`. */
export type Allowance = { name: string; max: number; milliseconds: number }

/** A taken place, or the milliseconds until a place is free again. */
export type Place =
  | { isTaken: true; release: () => Promise<void> }
  | { isTaken: false; wait: number }

/** Takes a place in one statement, so that at most `max` concurrent callers get a place. */
export async function takePlace(
  queries: Queries,
  { name, max, milliseconds }: Allowance,
  now: number,
): Promise<Place> {
  const recent = sql`array(select taken from unnest(${counters.takenAt}) as taken where taken > ${now - milliseconds})`
  const taken = await queries
    .insert(counters)
    .values({ name, takenAt: [now], endsAt: now + milliseconds })
    .onConflictDoUpdate({
      target: counters.name,
      set: { takenAt: sql`${recent} || ${now}::bigint`, endsAt: now + milliseconds },
      setWhere: sql`cardinality(${recent}) < ${max}`,
    })
    .returning({ name: counters.name })
  if (taken.length === 0)
    return { isTaken: false, wait: await waitFor(queries, { name, max, milliseconds }, now) }
  return { isTaken: true, release: () => release(queries, name, now) }
}

/** Milliseconds until the oldest counted place is free. */
async function waitFor(
  queries: Queries,
  { name, max, milliseconds }: Allowance,
  now: number,
): Promise<number> {
  const [counter] = await queries
    .select({ takenAt: counters.takenAt })
    .from(counters)
    .where(eq(counters.name, name))
  const oldest = counter?.takenAt.toSorted((a, b) => a - b).at(-max) ?? now - milliseconds
  return Math.max(1, oldest + milliseconds - now)
}

/** Releases one of the places that were taken at the time `at`. */
async function release(queries: Queries, name: string, at: number): Promise<void> {
  const { takenAt } = counters
  const position = sql`array_position(${takenAt}, ${at}::bigint)`
  await queries
    .update(counters)
    .set({ takenAt: sql`${takenAt}[:${position} - 1] || ${takenAt}[${position} + 1:]` })
    .where(and(eq(counters.name, name), sql`${at}::bigint = any(${takenAt})`))
}

/** Takes a place of each allowance, or none at all. */
export async function takePlaces(
  queries: Queries,
  allowances: readonly Allowance[],
  now: number,
): Promise<Place> {
  const places: (Place & { isTaken: true })[] = []
  const release = async () => {
    for (const place of places) await place.release()
  }
  for (const allowance of allowances) {
    const place = await takePlace(queries, allowance, now)
    if (!place.isTaken) {
      await release()
      return place
    }
    places.push(place)
  }
  return { isTaken: true, release }
}
