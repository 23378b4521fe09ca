import { and, asc, eq, inArray, lt, lte, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import { outbox } from '../orders/schema.ts'

/** A message to the API that was not acknowledged yet. */
export type Message = typeof outbox.$inferSelect

/**
 * Claims messages that are due, so that no other process sends them now. The messages of one order
 * stay in order.
 * @param again the time of the next attempt, unless they are acknowledged
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

/** Whether there is a message, due or not. */
export async function hasMessages(queries: Queries): Promise<boolean> {
  const [message] = await queries.select({ id: outbox.id }).from(outbox).limit(1)
  return message !== undefined
}

/** Deletes an acknowledged message. */
export async function endMessage(queries: Queries, id: string): Promise<void> {
  await queries.delete(outbox).where(eq(outbox.id, id))
}

/**
 * Deletes messages that were written before a time and never acknowledged, at most `max`.
 * @returns whether there may be more
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
