import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { counts } from '@latchkey/protocol/limits'
import type { Queries } from '@latchkey/server/db/database'
import { activity, approvals, transactions, transfers, type Kind } from '../db/schema.ts'
import type { AccountTransaction, Hex, PageStart, Place, Transfer } from './chainIndex.ts'

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
    .select({
      minedAt: activity.minedAt,
      transaction: columns,
      hasApproved: hasApproved(account),
      moves: movesOf(account),
    })
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
  return rows.map(({ minedAt, transaction, hasApproved, moves }) => ({
    ...transaction,
    minedAt,
    hasApproved,
    transfers: moves.map((move) => toTransfer(transaction, move)),
  }))
}

function hasApproved(account: Hex) {
  return sql<boolean>`exists (select 1 from ${approvals} where ${approvals.chain} = ${transactions.chain} and ${approvals.block} = ${transactions.block}
    and ${approvals.index} = ${transactions.index} and ${approvals.owner} = ${sql.param(account, approvals.owner)})`
}

/** A transfer in JSON. Bytes are hex, and amounts are texts, because they may exceed a double. */
type MoveRow = readonly [
  position: number,
  kind: Kind,
  token: string,
  tokenId: string,
  sender: string,
  recipient: string,
  amount: string,
]

/**
 * SQL for the transfers of a transaction from or to the account. They come with the transaction,
 * because a second statement would have to wait for the first.
 */
function movesOf(account: Hex) {
  const own = sql.param(account, transfers.sender)
  return sql<
    MoveRow[]
  >`(select coalesce(json_agg(json_build_array(own.position, own.kind, encode(own.token, 'hex'), own.token_id::text,
      encode(own.sender, 'hex'), encode(own.recipient, 'hex'), own.amount::text) order by own.position), '[]')
    from (select * from ${transfers} where ${transfers.chain} = ${transactions.chain} and ${transfers.block} = ${transactions.block}
      and ${transfers.index} = ${transactions.index} and (${transfers.sender} = ${own} or ${transfers.recipient} = ${own})
      order by ${transfers.position} limit ${counts.historyTransfers}) own)`
}

function toTransfer(
  { block, index }: Place,
  [position, kind, token, tokenId, sender, recipient, amount]: MoveRow,
): Transfer {
  return {
    block,
    index,
    position,
    kind,
    token: `0x${token}`,
    tokenId: BigInt(tokenId),
    sender: `0x${sender}`,
    recipient: `0x${recipient}`,
    amount: BigInt(amount),
  }
}
