import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import { pools, reserves } from '../db/schema.ts'
import type { PoolState } from './chainIndex.ts'

/** The reserves of all pools at the end of each of these blocks. */
export async function reservesAt(
  queries: Queries,
  chain: number,
  wanted: readonly number[],
): Promise<readonly { block: number; reserves: readonly PoolState[] }[]> {
  const distinct = [...new Set(wanted)]
  if (distinct.length === 0) return []
  const last = queries
    .select({ block: reserves.block, reserve0: reserves.reserve0, reserve1: reserves.reserve1 })
    .from(reserves)
    .where(
      and(
        eq(reserves.chain, chain),
        eq(reserves.pool, pools.address),
        sql`${reserves.block} <= wanted.at`,
      ),
    )
    .orderBy(desc(reserves.block))
    .limit(1)
    .as('last')
  const rows = await queries
    .select({
      at: sql<string>`wanted.at`,
      held: {
        pool: pools.address,
        token0: pools.token0,
        token1: pools.token1,
        block: last.block,
        reserve0: last.reserve0,
        reserve1: last.reserve1,
      },
    })
    .from(pools)
    .innerJoin(
      sql`json_to_recordset(${JSON.stringify(distinct.map((at) => ({ at })))}::json) as wanted(at bigint)`,
      sql`true`,
    )
    .innerJoinLateral(last, sql`true`)
    .where(eq(pools.chain, chain))
  return distinct.map((block) => ({
    block,
    reserves: rows.filter(({ at }) => Number(at) === block).map(({ held }) => held),
  }))
}
