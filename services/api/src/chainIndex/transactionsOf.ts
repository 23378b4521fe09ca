import { and, desc, eq, lte, or, sql } from 'drizzle-orm'
import { counts } from '@latchkey/protocol/limits'
import type { Queries } from '@latchkey/server/db/database'
import { activity, approvals, transactions, transfers } from '../db/schema.ts'
import type { AccountTransaction, Hex, PageStart, Place, Transfer } from './chainIndex.ts'
import { grouped, keyOf, placesTable } from './places.ts'

const {
  block,
  index,
  hash,
  sender,
  recipient,
  created,
  value,
  fee,
  nonce,
  succeeded,
  selector,
  hasData,
  hasLure,
} = transactions
const columns = {
  block,
  index,
  hash,
  sender,
  recipient,
  created,
  value,
  fee,
  nonce,
  succeeded,
  selector,
  hasData,
  hasLure,
}

/**
 * A page of an account's transactions, newest first, each with its transfers from or to the
 * account.
 */
export async function transactionsOf(
  queries: Queries,
  chain: number,
  account: Hex,
  start: PageStart,
  limit: number,
): Promise<readonly AccountTransaction[]> {
  const rows = await queries
    .select({ minedAt: activity.minedAt, transaction: columns, hasApproved: hasApproved(account) })
    .from(activity)
    .innerJoin(
      transactions,
      and(
        eq(transactions.chain, activity.chain),
        eq(transactions.block, activity.block),
        eq(transactions.index, activity.index),
      ),
    )
    .where(
      and(
        eq(activity.account, account),
        eq(activity.chain, chain),
        start.latest === undefined ? undefined : lte(activity.minedAt, start.latest),
        start.before &&
          sql`(${activity.block}, ${activity.index}) < (${start.before.block}, ${start.before.index})`,
      ),
    )
    .orderBy(desc(activity.minedAt), desc(activity.block), desc(activity.index))
    .limit(limit)
  const places = rows.map(({ transaction }) => transaction)
  const moved = await transfersOf(queries, chain, account, places)
  return rows.map(({ minedAt, transaction, hasApproved }) => ({
    ...transaction,
    minedAt,
    hasApproved,
    transfers: moved.get(keyOf(transaction)) ?? [],
  }))
}

function hasApproved(account: Hex) {
  return sql<boolean>`exists (select 1 from ${approvals} where ${approvals.chain} = ${transactions.chain} and ${approvals.block} = ${transactions.block}
    and ${approvals.index} = ${transactions.index} and ${approvals.owner} = ${sql.param(account, approvals.owner)})`
}

async function transfersOf(
  queries: Queries,
  chain: number,
  account: Hex,
  places: readonly Place[],
): Promise<ReadonlyMap<string, Transfer[]>> {
  if (places.length === 0) return new Map()
  const own = queries
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.chain, chain),
        sql`${transfers.block} = wanted.block`,
        sql`${transfers.index} = wanted.index`,
        or(eq(transfers.sender, account), eq(transfers.recipient, account)),
      ),
    )
    .orderBy(transfers.position)
    .limit(counts.historyTransfers)
    .as('own')
  const rows = await queries
    .select({
      block: own.block,
      index: own.index,
      position: own.position,
      kind: own.kind,
      token: own.token,
      tokenId: own.tokenId,
      sender: own.sender,
      recipient: own.recipient,
      amount: own.amount,
    })
    .from(placesTable(places))
    .innerJoinLateral(own, sql`true`)
  return grouped(rows)
}
