import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import { holdings, type Kind } from '../db/schema.ts'
import type { Held, Hex } from './chainIndex.ts'

/**
 * The largest amount that a contract can store. A larger sum comes from false logs, and is not
 * listed.
 */
export const maxHeld = 2n ** 256n - 1n

/** The tokens of these kinds that an account holds, ordered by contract and id. */
export async function heldBy(
  queries: Queries,
  chain: number,
  account: Hex,
  kinds: readonly Kind[],
  after: { token: Hex; tokenId: bigint } | undefined,
  limit: number,
): Promise<readonly Held[]> {
  const behind =
    after &&
    sql`(${holdings.token}, ${holdings.tokenId}) > (${sql.param(after.token, holdings.token)}, ${sql.param(after.tokenId, holdings.tokenId)})`
  return queries
    .select({
      token: holdings.token,
      kind: holdings.kind,
      tokenId: holdings.tokenId,
      amount: holdings.amount,
    })
    .from(holdings)
    .where(
      and(
        eq(holdings.owner, account),
        eq(holdings.chain, chain),
        inArray(holdings.kind, [...kinds]),
        between(holdings.amount, 1n, maxHeld),
        behind,
      ),
    )
    .orderBy(asc(holdings.token), asc(holdings.tokenId), asc(holdings.kind))
    .limit(limit)
}
