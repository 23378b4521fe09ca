import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, lt, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import { outbox, sessions } from '../schema.ts'
import { stepSession, messageTypes, type CheckoutEvent } from './session.ts'

/** A page on which an order is paid. */
export type Session = typeof sessions.$inferSelect
/** A message to the API that was not acknowledged yet. */
export type Message = typeof outbox.$inferSelect

/** Stores a page, once. */
export async function insertSession(
  queries: Queries,
  session: Pick<Session, 'id' | 'orderId' | 'terms' | 'expiresAt'>,
): Promise<void> {
  await queries
    .insert(sessions)
    .values({ ...session, state: 'open', tries: 0, settleAt: null })
    .onConflictDoNothing()
}

/** A page by its id. */
export async function findSession(queries: Queries, id: string): Promise<Session | undefined> {
  const [session] = await queries.select().from(sessions).where(eq(sessions.id, id))
  return session
}

/**
 * Applies an event, and writes the message to the API about it in the same transaction. An event
 * without a step changes nothing.
 * @returns the page after it
 */
export function moveSession(
  queries: Queries,
  id: string,
  event: CheckoutEvent,
  now: number,
  changes: Partial<Pick<Session, 'tries' | 'settleAt'>> = {},
): Promise<Session | undefined> {
  return queries.transaction(async (work) => {
    const [session] = await work.select().from(sessions).where(eq(sessions.id, id)).for('update')
    if (!session) return undefined
    const state = stepSession(session.state, event)
    if (state === undefined) return session
    const [moved] = await work
      .update(sessions)
      .set({ settleAt: null, ...changes, state })
      .where(eq(sessions.id, id))
      .returning()
    const message = messageTypes[state]
    const position = message?.type === 'paying' ? 0 : 1
    if (message)
      await work.insert(outbox).values({
        id: randomUUID(),
        orderId: session.orderId,
        position,
        type: message.type,
        reason: message.reason ?? null,
        createdAt: now,
        tries: 0,
        nextAt: now,
      })
    return moved
  })
}

/**
 * Counts an attempt at the second step.
 * @returns the number of attempts
 */
export async function countTry(queries: Queries, id: string): Promise<number> {
  const [row] = await queries
    .update(sessions)
    .set({ tries: sql`${sessions.tries} + 1` })
    .where(eq(sessions.id, id))
    .returning({ tries: sessions.tries })
  return row?.tries ?? 0
}

/** Pages of slow payments that are due. */
export async function listDue(queries: Queries, now: number, max: number): Promise<string[]> {
  const rows = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.state, 'processing'), lte(sessions.settleAt, now)))
    .limit(max)
  return rows.map(({ id }) => id)
}

/**
 * Takes messages that are due, so that no other process sends them now. Those of one order stay in
 * order.
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

/** Whether there is a message or a slow payment, due or not. */
export async function hasWaiting(queries: Queries): Promise<boolean> {
  const [message] = await queries.select({ id: outbox.id }).from(outbox).limit(1)
  const [slow] = message
    ? [message]
    : await queries
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.state, 'processing'))
        .limit(1)
  return slow !== undefined
}

/** Deletes an acknowledged message. */
export async function endMessage(queries: Queries, id: string): Promise<void> {
  await queries.delete(outbox).where(eq(outbox.id, id))
}

/**
 * Deletes pages that ended before a time, at most `max`, and as many messages that were not
 * acknowledged since then.
 * @returns whether there may be more
 */
export async function forgetSessions(
  queries: Queries,
  before: number,
  max: number,
): Promise<boolean> {
  const old = queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        lt(sessions.expiresAt, before),
        inArray(sessions.state, ['open', 'challenge', 'paid', 'declined', 'cancelled', 'expired']),
      ),
    )
    .limit(max)
  const pages = await queries
    .delete(sessions)
    .where(inArray(sessions.id, old))
    .returning({ id: sessions.id })
  const tired = queries
    .select({ id: outbox.id })
    .from(outbox)
    .where(lt(outbox.createdAt, before))
    .limit(max)
  const messages = await queries
    .delete(outbox)
    .where(inArray(outbox.id, tired))
    .returning({ id: outbox.id })
  return pages.length === max || messages.length === max
}
