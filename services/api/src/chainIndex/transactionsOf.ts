import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { counts } from '@latchkey/protocol/limits'
import type { Queries } from '@latchkey/server/db/database'
import { activity, approvals, transactions, transfers, type Kind } from '../db/schema.ts'
import type { ChainIndex, PageStart, Place, Transfer } from './chainIndex.ts'

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
 * Prepares the reading of a page of an account's transactions, newest first, each with its
 * transfers from or to the account. The SQL is made once for each form of `start`, not for each
 * page.
 */
export function prepareTransactionsOf(
  queries: Queries,
  chain: number,
): ChainIndex['transactionsOf'] {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return async (account, start, limit) => {
    const { before, latest } = start
    const form = `${before !== undefined} ${latest !== undefined}`
    let query = prepared.get(form)
    if (!query) prepared.set(form, (query = prepare(queries, chain, start)))
    const rows = await query.execute({ account, limit, latest, ...before })
    return rows.map(({ minedAt, transaction, hasApproved, moves }) => ({
      ...transaction,
      minedAt,
      hasApproved,
      transfers: moves.map((move) => toTransfer(transaction, move)),
    }))
  }
}

/** @param start tells which conditions the query has; its values come with each execution */
function prepare(queries: Queries, chain: number, { before, latest }: PageStart) {
  return (
    queries
      .select({ minedAt: activity.minedAt, transaction: columns, hasApproved, moves })
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
          latest === undefined ? undefined : lte(activity.minedAt, sql.placeholder('latest')),
          before &&
            sql`(${activity.block}, ${activity.index}) < (${sql.placeholder('block')}, ${sql.placeholder('index')})`,
        ),
      )
      .orderBy(desc(activity.minedAt), desc(activity.block), desc(activity.index))
      .limit(sql.placeholder('limit'))
      // without a name the server does not store it, because a pooler may change the connection
      .prepare('')
  )
}

const account = sql.param(sql.placeholder('account'), activity.account)

const hasApproved = sql<boolean>`exists (select 1 from ${approvals} where ${approvals.chain} = ${transactions.chain} and ${approvals.block} = ${transactions.block}
    and ${approvals.index} = ${transactions.index} and ${approvals.owner} = ${account})`

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
const moves = sql<
  MoveRow[]
>`(select coalesce(json_agg(json_build_array(own.position, own.kind, encode(own.token, 'hex'), own.token_id::text,
      encode(own.sender, 'hex'), encode(own.recipient, 'hex'), own.amount::text) order by own.position), '[]')
    from (select * from ${transfers} where ${transfers.chain} = ${transactions.chain} and ${transfers.block} = ${transactions.block}
      and ${transfers.index} = ${transactions.index} and (${transfers.sender} = ${account} or ${transfers.recipient} = ${account})
      order by ${transfers.position} limit ${counts.historyTransfers}) own)`

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
