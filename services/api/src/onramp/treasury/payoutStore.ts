import { and, asc, eq, gte, ne, or, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import type { Hex } from '../../chainIndex/chainIndex.ts'
import { moveOrder } from '../orders/orderStore.ts'
import { payouts, type PayoutState } from '../schema.ts'

/** The account that pays on a network. */
export type Purse = { sender: Hex; networkId: string }
/** A signed transaction that pays an order. */
export type Payout = typeof payouts.$inferSelect

const isOf = ({ sender, networkId }: Purse) => and(eq(payouts.sender, sender), eq(payouts.networkId, networkId))

/** Payouts that are not known to be mined, and those that a chain which went back no longer has, by nonce. @param count transactions of the sender that the chain has */
export async function listOpen(queries: Queries, purse: Purse, count: number): Promise<Payout[]> {
  return queries.select().from(payouts).where(and(isOf(purse), or(eq(payouts.state, 'sent'), and(gte(payouts.nonce, count), ne(payouts.state, 'displaced'))))).orderBy(asc(payouts.nonce))
}

/** The nonce after the last that a payout has. */
export async function nextNonce(queries: Queries, purse: Purse): Promise<number> {
  const [{ next } = { next: 0 }] = await queries.select({ next: sql<number>`coalesce(max(${payouts.nonce}) + 1, 0)::int` }).from(payouts).where(and(isOf(purse), ne(payouts.state, 'displaced')))
  return next
}

/** Writes a payout, and that its order is being sent, before the transaction is. @returns whether it was: its order may have had one, or its nonce */
export function insertPayout(queries: Queries, payout: Omit<Payout, 'state'>, now: number): Promise<boolean> {
  return queries.transaction(async (work) => {
    const added = await work.insert(payouts).values({ ...payout, state: 'sent' }).onConflictDoNothing().returning({ nonce: payouts.nonce })
    if (added.length === 0) return false
    if ((await moveOrder(work, payout.orderId, 'signed', now, { hash: payout.hash })) !== 'moved') throw new Error('An order that is paid changed meanwhile') // rolls back
    return true
  })
}

/** Writes how a payout ended, once. @param minedAt milliseconds */
export function settlePayout(queries: Queries, { sender, networkId, nonce, orderId, hash }: Payout, state: Exclude<PayoutState, 'sent'>, now: number, minedAt?: number): Promise<void> {
  return queries.transaction(async (work) => {
    const settled = await work.update(payouts).set({ state }).where(and(isOf({ sender, networkId }), eq(payouts.nonce, nonce), eq(payouts.hash, hash), eq(payouts.state, 'sent'))).returning({ nonce: payouts.nonce })
    if (settled.length === 0) return
    if (state === 'displaced') await moveOrder(work, orderId, 'displaced', now, { hash: null })
    else if (state === 'reverted') await moveOrder(work, orderId, 'reverted', now, { reason: 'provider' })
    else await moveOrder(work, orderId, 'mined', now, { minedAt: minedAt ?? now })
  })
}
