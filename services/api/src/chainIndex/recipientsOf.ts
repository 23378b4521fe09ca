import { and, countDistinct, eq, ne, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import { transfers } from '../db/schema.ts'
import type { Hex, Place } from './chainIndex.ts'
import { grouped, keyOf, placesTable } from './places.ts'

/**
 * For the transaction at each of the places: to how many different accounts it sent each token.
 * Transfers from `account` do not count.
 */
export async function recipientsOf(
  queries: Queries,
  chain: number,
  account: Hex,
  places: readonly Place[],
): Promise<readonly ReadonlyMap<Hex, number>[]> {
  if (places.length === 0) return []
  const rows = await queries
    .select({
      block: transfers.block,
      index: transfers.index,
      token: transfers.token,
      recipients: countDistinct(transfers.recipient),
    })
    .from(transfers)
    .innerJoin(
      placesTable(places),
      and(
        eq(transfers.chain, chain),
        sql`${transfers.block} = wanted.block`,
        sql`${transfers.index} = wanted.index`,
      ),
    )
    .where(ne(transfers.sender, account))
    .groupBy(transfers.block, transfers.index, transfers.token)
  const byPlace = grouped(rows)
  return places.map(
    (place) =>
      new Map(
        (byPlace.get(keyOf(place)) ?? []).map(({ token, recipients }) => [token, recipients]),
      ),
  )
}
