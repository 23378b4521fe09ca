import { and, asc, eq, inArray, lt, lte, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import { outbox } from '../orders/schema.ts'

/** A message to the API that the API has not acknowledged yet. */
export type Message = typeof outbox.$inferSelect

/**
 * Takes messages that are due, so that no other process sends them at the same time. An order's
 * next message is taken only after the earlier one was acknowledged.
 * @param again returns the time of the next attempt, from the number of attempts so far
 */
export async function takeMessages(
  queries: Queries,
  now: number,
  max: number,
  again: (tries: number) => number,
): Promise<Message[]> {
  return queries.transaction(async (work) => {
    const earlier = alias(outbox, 'earlier')
    const isNext = notExists(
      work
        .select({ id: earlier.id })
        .from(earlier)
        .where(and(eq(earlier.orderId, outbox.orderId), lt(earlier.position, outbox.position))),
    )
    const due = await work
      .select()
      .from(outbox)
      .where(and(lte(outbox.nextAt, now), isNext))
      .orderBy(asc(outbox.nextAt))
      .limit(max)
      .for('update', { skipLocked: true })
    for (const { id, tries } of due)
      await work
        .update(outbox)
        .set({ tries: tries + 1, nextAt: again(tries) })
        .where(eq(outbox.id, id))
    return due
  })
}

/** Whether any message is stored, due or not. */
export async function hasMessages(queries: Queries): Promise<boolean> {
  const [message] = await queries.select({ id: outbox.id }).from(outbox).limit(1)
  return message !== undefined
}

/** Deletes an acknowledged message. */
export async function endMessage(queries: Queries, id: string): Promise<void> {
  await queries.delete(outbox).where(eq(outbox.id, id))
}

/**
 * Deletes at most `max` messages that were written before a time, and never acknowledged.
 * @returns whether there may be more of them
 */
export async function forgetMessages(
  queries: Queries,
  before: number,
  max: number,
): Promise<boolean> {
  const tired = queries
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.createdAt, before))
    .limit(max)
  const gone = await queries
    .delete(outbox)
    .where(inArray(outbox.id, tired))
    .returning({ id: outbox.id })
  return gone.length === max
}
