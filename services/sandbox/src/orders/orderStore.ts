import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import type { Hex } from '../chain/soldChain.ts'
import { orders, outbox } from './schema.ts'
import {
  messageTypes,
  stepOrder,
  type OrderEvent,
  type PaymentEvent,
  type PayoutEvent,
} from './stepOrder.ts'

/** A stored order. It has exactly one page. */
export type Order = typeof orders.$inferSelect

/** Stores an order, unless it is stored already. */
export async function insertOrder(
  queries: Queries,
  order: Omit<Order, 'state' | 'tries' | 'messages' | 'settleAt'>,
): Promise<void> {
  await queries
    .insert(orders)
    .values({ ...order, state: 'open', tries: 0, messages: 0, settleAt: null })
    .onConflictDoNothing()
}

/** Finds an order by the id of its page. */
export async function findOrder(queries: Queries, id: string): Promise<Order | undefined> {
  const [order] = await queries.select().from(orders).where(eq(orders.id, id))
  return order
}

/** What a message to the API says about a payout. */
type Delivery = { hash?: Hex; minedAt?: number }

/**
 * Applies an event of a payment. If the order's state does not allow the event, nothing changes.
 * @param id the id of the order's page
 * @param settleAt when a slow payment ends
 * @returns the order afterwards
 */
export const payOrder = (
  queries: Queries,
  id: string,
  event: PaymentEvent,
  now: number,
  settleAt: number | null = null,
): Promise<Order | undefined> =>
  queries.transaction(
    async (work) => (await move(work, eq(orders.id, id), event, now, { settleAt })).order,
  )

/**
 * Applies an event of a payout, inside a transaction.
 * @param orderId the API's id of the order
 * @returns whether the order's state allowed the event
 */
export const deliverOrder = async (
  work: Queries,
  orderId: string,
  event: PayoutEvent,
  now: number,
  delivery: Delivery = {},
): Promise<boolean> =>
  (await move(work, eq(orders.orderId, orderId), event, now, {}, delivery)).isMoved

/** Applies an event to an order, and writes the message to the API in the same transaction. */
async function move(
  work: Queries,
  isMeant: SQL,
  event: OrderEvent,
  now: number,
  changes: Partial<Pick<Order, 'settleAt'>>,
  delivery: Delivery = {},
): Promise<{ order: Order | undefined; isMoved: boolean }> {
  const [order] = await work.select().from(orders).where(isMeant).for('update')
  const state = order && stepOrder(order.state, event)
  if (!order || state === undefined) return { order, isMoved: false }
  const message = messageTypes[state]
  const [moved] = await work
    .update(orders)
    .set({
      settleAt: null,
      ...changes,
      state,
      updatedAt: now,
      messages: order.messages + (message ? 1 : 0),
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (message)
    await work.insert(outbox).values({
      id: randomUUID(),
      orderId: order.orderId,
      position: order.messages,
      type: message.type,
      reason: message.reason ?? null,
      hash: delivery.hash ?? null,
      minedAt: delivery.minedAt ?? null,
      createdAt: now,
      tries: 0,
      nextAt: now,
    })
  return { order: moved, isMoved: true }
}

/**
 * Counts a code that the visitor entered in the second step.
 * @returns the number of codes so far
 */
export async function countTry(queries: Queries, id: string): Promise<number> {
  const [row] = await queries
    .update(orders)
    .set({ tries: sql`${orders.tries} + 1` })
    .where(eq(orders.id, id))
    .returning({ tries: orders.tries })
  return row?.tries ?? 0
}

/** The ids of pages whose slow payment is due. */
export async function listDue(queries: Queries, now: number, max: number): Promise<string[]> {
  const rows = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'processing'), lte(orders.settleAt, now)))
    .limit(max)
  return rows.map(({ id }) => id)
}

/** Whether there is a slow payment, due or not. */
export async function hasSlow(queries: Queries): Promise<boolean> {
  const [slow] = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.state, 'processing'))
    .limit(1)
  return slow !== undefined
}

/** Paid orders on a network that wait for their payout, the oldest first. */
export const listPaid = (queries: Queries, networkId: string, max: number): Promise<Order[]> =>
  queries
    .select()
    .from(orders)
    .where(and(eq(orders.state, 'paid'), eq(orders.networkId, networkId)))
    .orderBy(asc(orders.updatedAt), asc(orders.id))
    .limit(max)

/**
 * The amounts that the treasury owes on a network, by token: the sums of orders that are paid or
 * being paid, and not delivered.
 */
export async function sumOwed(
  queries: Queries,
  networkId: string,
  now: number,
): Promise<ReadonlyMap<Hex, bigint>> {
  const isOwed = or(
    inArray(orders.state, ['processing', 'paid', 'sending']),
    and(eq(orders.state, 'challenge'), gt(orders.expiresAt, now)),
  )
  const rows = await queries
    .select({ token: orders.token, sum: sql<string>`sum(${orders.amount})::text` })
    .from(orders)
    .where(and(eq(orders.networkId, networkId), isOwed))
    .groupBy(orders.token)
  return new Map(rows.map(({ token, sum }) => [token, BigInt(sum)]))
}

/**
 * Deletes at most `max` orders whose time to pay was over before a time. Orders that are paid but
 * not delivered are kept.
 * @returns whether there may be more to delete
 */
export async function forgetOrders(
  queries: Queries,
  before: number,
  max: number,
): Promise<boolean> {
  const old = queries
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lt(orders.expiresAt, before),
        inArray(orders.state, [
          'open',
          'challenge',
          'done',
          'failed',
          'declined',
          'cancelled',
          'expired',
        ]),
      ),
    )
    .limit(max)
  const gone = await queries
    .delete(orders)
    .where(inArray(orders.id, old))
    .returning({ id: orders.id })
  return gone.length === max
}
