import { and, eq, isNull, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import {
  activity,
  approvals,
  blocks,
  chains,
  holdings,
  reserves,
  transactions,
  transfers,
} from '../db/schema.ts'
import { activityOf } from './activityOf.ts'
import type { Head, IndexedBlock } from './chainIndex.ts'
import { holdingChanges } from './holdingChanges.ts'
import { insertRows, keyOf } from './insertRows.ts'

/**
 * Adds blocks with all their data, and makes the last one the head, in one transaction.
 * @returns false when the head is not `after`
 */
export async function appendBlocks(
  queries: Queries,
  chain: number,
  after: Head | undefined,
  added: readonly IndexedBlock[],
): Promise<boolean> {
  const last = added.at(-1)
  if (!last) return true
  return queries.transaction(async (work) => {
    if (!(await moveHead(work, chain, after, { number: last.number, hash: last.hash })))
      return false
    const insert = <table extends PgTable>(
      table: table,
      rows: readonly Omit<InferInsertModel<table>, 'chain'>[],
      onConflict?: SQL,
    ) => insertRows(work, table, chain, rows, onConflict)
    const moves = added.flatMap((block) => block.transfers)
    await insert(blocks, added)
    await insert(
      transactions,
      added.flatMap((block) => block.transactions),
    )
    await insert(transfers, moves)
    await insert(
      approvals,
      added.flatMap((block) => block.approvals),
    )
    await insert(
      reserves,
      added.flatMap((block) => block.reserves),
    )
    await insert(activity, added.flatMap(activityOf))
    await insert(holdings, holdingChanges(moves), addingUp)
    return true
  })
}

/** SQL that adds an amount to the amount that is already stored for an account. */
export const addingUp = sql`on conflict (${keyOf(holdings)}) do update set amount = ${holdings.amount} + excluded.amount`

/**
 * Sets the head, if it is `from`. Locks the chain's row until the transaction ends, so a second
 * writer waits, and then finds that the head has changed.
 */
export async function moveHead(
  work: Queries,
  chain: number,
  from: Head | undefined,
  to: Head | undefined,
): Promise<boolean> {
  const isThere = from
    ? and(eq(chains.head, from.number), eq(chains.headHash, from.hash))
    : isNull(chains.head)
  const highest = to ? sql`greatest(${chains.highest}, ${to.number})` : undefined
  const moved = await work
    .update(chains)
    .set({ head: to?.number ?? null, headHash: to?.hash ?? null, highest })
    .where(and(eq(chains.id, chain), isThere))
    .returning({ id: chains.id })
  return moved.length === 1
}
