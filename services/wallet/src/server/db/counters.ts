import type { Queries } from '@latchkey/server/db/database'
import { and, eq, lt, sql } from 'drizzle-orm'
import { counters } from './schema.ts'

/** At most `most` within `milliseconds`, counted in windows that begin at multiples of it. */
export type Allowance = { name: string; most: number; milliseconds: number }

/** A place that was taken, or the milliseconds until there is one again. */
export type Place = { isTaken: true; giveBack: () => Promise<void> } | { isTaken: false; wait: number }

/** Takes a place in one statement, so that of any number of callers at once no more than `most` get one. */
export async function takePlace(queries: Queries, { name, most, milliseconds }: Allowance, now: number): Promise<Place> {
  const endsAt = (Math.floor(now / milliseconds) + 1) * milliseconds
  const own = and(eq(counters.name, name), eq(counters.endsAt, endsAt))
  const taken = await queries.insert(counters).values({ name, endsAt, count: 1 })
    .onConflictDoUpdate({ target: [counters.name, counters.endsAt], set: { count: sql`${counters.count} + 1` }, setWhere: lt(counters.count, most) })
    .returning({ count: counters.count })
  if (taken.length === 0) return { isTaken: false, wait: endsAt - now }
  return { isTaken: true, giveBack: async () => void (await queries.update(counters).set({ count: sql`${counters.count} - 1` }).where(own)) }
}

/** Takes a place of each allowance, or none. */
export async function takePlaces(queries: Queries, allowances: readonly Allowance[], now: number): Promise<Place> {
  const places: (Place & { isTaken: true })[] = []
  const giveBack = async () => {
    for (const place of places) await place.giveBack()
  }
  for (const allowance of allowances) {
    const place = await takePlace(queries, allowance, now)
    if (!place.isTaken) {
      await giveBack()
      return place
    }
    places.push(place)
  }
  return { isTaken: true, giveBack }
}
