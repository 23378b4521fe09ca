import { and, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import type { SellerMessage } from '@latchkey/protocol/seller'
import type { Hex } from '../../chainIndex/chainIndex.ts'
import { orders, webhooks } from '../schema.ts'
import { stepOrder } from './stepOrder.ts'

/** A stored purchase. */
export type Order = typeof orders.$inferSelect

/** Stores an order, or returns the order that was stored with the same key. */
export async function insertOrder(
  queries: Queries,
  order: Order,
): Promise<{ order: Order; isNew: boolean }> {
  const [inserted] = await queries
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.keyHash })
    .returning()
  if (inserted) return { order: inserted, isNew: true }
  const found = order.keyHash && (await findByKey(queries, order.keyHash))
  // orders with a key are stored much longer than a request takes
  if (!found) throw new Error('An order disappeared')
  return { order: found, isNew: false }
}

/** Finds the order that was begun with a key. */
export async function findByKey(queries: Queries, keyHash: Hex): Promise<Order | undefined> {
  const [order] = await queries.select().from(orders).where(eq(orders.keyHash, keyHash))
  return order
}

/** Finds an order by its id. */
export async function findOrder(queries: Queries, id: string): Promise<Order | undefined> {
  const [order] = await queries.select().from(orders).where(eq(orders.id, id))
  return order
}

/**
 * The result of a provider's message. `refused`: the order's state does not allow it, and the order
 * is unchanged. `unknown`: there is no such order.
 */
export type WebhookOutcome = 'moved' | 'refused' | 'unknown'

/**
 * Applies a provider's message, but only once. For a message about another provider's order it
 * returns `unknown`.
 * @param now milliseconds
 * @returns `repeated`: it was applied before
 */
export function takeWebhook(
  queries: Queries,
  provider: string,
  message: SellerMessage,
  now: number,
): Promise<WebhookOutcome | 'repeated'> {
  const { id, orderId, type } = message
  return queries.transaction(async (work) => {
    const isMeant = and(eq(orders.id, orderId), eq(orders.provider, provider))
    const [order] = await work
      .select({ state: orders.state })
      .from(orders)
      .where(isMeant)
      .for('update')
    if (!order) return 'unknown'
    const added = await work
      .insert(webhooks)
      .values({ provider, id, orderId })
      .onConflictDoNothing()
      .returning({ id: webhooks.id })
    if (added.length === 0) return 'repeated'
    const state = stepOrder(order.state, type)
    if (state === undefined) return 'refused'
    await work
      .update(orders)
      .set({ ...changesOf(message), state, updatedAt: now })
      .where(isMeant)
    return 'moved'
  })
}

/** The columns besides `state` that a message changes. */
function changesOf(message: SellerMessage): Partial<Pick<Order, 'reason' | 'hash' | 'minedAt'>> {
  switch (message.type) {
    case 'sending':
      return { hash: message.hash }
    case 'done':
      return { hash: message.hash, minedAt: message.minedAt }
    case 'failed':
      return {
        reason: message.reason ?? 'provider',
        ...(typeof message.hash === 'string' && { hash: message.hash }),
      }
    case 'paid':
      return { hash: null } // an earlier payout was displaced, and will never be in a block
    case 'paying':
      return {}
  }
}

/**
 * Ends at most `max` orders that were not paid in time.
 * @returns their number
 */
export async function expireOrders(queries: Queries, now: number, max: number): Promise<number> {
  const over = queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.state, ['waiting', 'paying']), lt(orders.expiresAt, now)))
    .limit(max)
    .for('update', { skipLocked: true })
  const ended = await queries
    .update(orders)
    .set({ state: 'expired', updatedAt: now })
    .where(inArray(orders.id, over))
    .returning({ id: orders.id })
  return ended.length
}

/**
 * Deletes at most `max` unpaid orders that ended before a time, and the messages about them.
 * @returns their number
 */
export function forgetUnpaid(queries: Queries, before: number, max: number): Promise<number> {
  return queries.transaction(async (work) => {
    const old = work
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          or(
            eq(orders.state, 'expired'),
            and(eq(orders.state, 'failed'), inArray(orders.reason, ['declined', 'cancelled'])),
          ),
          lt(orders.updatedAt, before),
        ),
      )
      .limit(max)
    const gone = await work
      .delete(orders)
      .where(inArray(orders.id, old))
      .returning({ id: orders.id })
    if (gone.length > 0)
      await work.delete(webhooks).where(
        inArray(
          webhooks.orderId,
          gone.map(({ id }) => id),
        ),
      )
    return gone.length
  })
}

/**
 * Where a page of orders ended, newest first. It contains the MD5 of the order's id, because
 * cursors are public.
 */
export type OrderPlace = { at: number; id: string }

/**
 * The purchases of an account, newest first: those whose tokens have arrived, which everyone can
 * see on the chain, and those whose ids the caller knows.
 */
export async function listOrders(
  queries: Queries,
  {
    wallet,
    provider,
    networkId,
    known,
    before,
    max,
  }: {
    wallet: Hex
    provider: string
    networkId?: string | undefined
    known: readonly string[]
    before?: OrderPlace | undefined
    max: number
  },
): Promise<Order[]> {
  const at = sql<number>`coalesce(${orders.minedAt}, ${orders.createdAt})`
  const isShown =
    known.length === 0
      ? isNotNull(orders.minedAt)
      : or(isNotNull(orders.minedAt), inArray(orders.id, [...known]))
  return queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.wallet, wallet),
        eq(orders.provider, provider),
        isShown,
        networkId === undefined ? undefined : eq(orders.networkId, networkId),
        before && sql`(${at}, md5(${orders.id})) < (${before.at}, ${before.id})`,
      ),
    )
    .orderBy(desc(at), desc(sql`md5(${orders.id})`))
    .limit(max)
}

/**
 * Which of these transactions have delivered bought tokens to an account.
 * @param hashes in lower case
 */
export async function findArrived(
  queries: Queries,
  wallet: Hex,
  hashes: readonly Hex[],
): Promise<{ hash: Hex; provider: string }[]> {
  const rows = await queries
    .select({ hash: orders.hash, provider: orders.provider })
    .from(orders)
    .where(
      and(eq(orders.wallet, wallet), eq(orders.state, 'done'), inArray(orders.hash, [...hashes])),
    )
  return rows.flatMap(({ hash, provider }) => (hash ? [{ hash, provider }] : []))
}
