import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
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
import { insertionsOf, keyOf } from './insertRows.ts'

/** Maximum of insertions in one statement. Usually it suffices for a whole batch of blocks. */
const atOnce = 12

/**
 * Adds blocks with all their data, and makes the last one the head: all or nothing. It is one
 * statement where possible, because between two statements the database waits for this process.
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
  const insertions = insertionsFor(chain, added)
  const to = { number: last.number, hash: last.hash }
  const append = async (work: Queries) => {
    if (!(await moveAndInsert(work, chain, after, to, insertions.slice(0, atOnce)))) return false
    for (const { start, end } of insertions.slice(atOnce)) await work.execute(sql`${start} ${end}`)
    return true
  }
  return insertions.length <= atOnce ? append(queries) : queries.transaction(append)
}

/** SQL that inserts rows. A condition may come between its two parts. */
type Insertion = { start: SQL; end: SQL }

function insertionsFor(chain: number, added: readonly IndexedBlock[]): Insertion[] {
  const moves = added.flatMap((block) => block.transfers)
  const insertions = [
    insertionsOf(blocks, chain, added),
    insertionsOf(
      transactions,
      chain,
      added.flatMap((block) => block.transactions),
    ),
    insertionsOf(transfers, chain, moves),
    insertionsOf(
      approvals,
      chain,
      added.flatMap((block) => block.approvals),
    ),
    insertionsOf(
      reserves,
      chain,
      added.flatMap((block) => block.reserves),
    ),
    insertionsOf(activity, chain, added.flatMap(activityOf)),
  ].flat()
  return [
    ...insertions.map((start) => ({ start, end: sql`` })),
    ...insertionsOf(holdings, chain, holdingChanges(moves)).map((start) => ({
      start,
      end: addingUp,
    })),
  ]
}

/**
 * Moves the head as `moveHead` does, and inserts the rows if it was moved, in one statement. Every
 * insertion depends on the head, so the chain's row is locked before any other: two writers never
 * deadlock.
 */
async function moveAndInsert(
  work: Queries,
  chain: number,
  from: Head | undefined,
  to: Head,
  insertions: readonly Insertion[],
): Promise<boolean> {
  const moved = work.$with('moved').as(moving(work, chain, from, to))
  const parts = insertions.map(({ start, end }, number) =>
    work.$with(`part${number}`, {}).as(sql`${start} where exists (select from moved) ${end}`),
  )
  const rows = await work
    .with(moved, ...parts)
    .select({ id: moved.id })
    .from(moved)
  return rows.length === 1
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
  return (await moving(work, chain, from, to)).length === 1
}

/** The statement that sets the head. It returns a row if the head was `from`. */
function moving(work: Queries, chain: number, from: Head | undefined, to: Head | undefined) {
  const isThere = from
    ? and(eq(chains.head, from.number), eq(chains.headHash, from.hash))
    : isNull(chains.head)
  const highest = to ? sql`greatest(${chains.highest}, ${to.number})` : undefined
  return work
    .update(chains)
    .set({ head: to?.number ?? null, headHash: to?.hash ?? null, highest })
    .where(and(eq(chains.id, chain), isThere))
    .returning({ id: chains.id })
}
