import { and, asc, eq, gte, inArray, notInArray, or, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import type { Hex } from '../chain/soldChain.ts'
import { deliverOrder } from '../orders/orderStore.ts'
import { payouts, type PayoutState } from '../orders/schema.ts'

/** The account that pays, and its network. */
export type PayoutWallet = { sender: Hex; networkId: string }
/** A signed transaction that pays an order, with its state. */
export type Payout = typeof payouts.$inferSelect
/** A signed transaction that is not stored yet. */
export type NewPayout = Omit<Payout, 'state'>

const isOf = ({ sender, networkId }: PayoutWallet) =>
  and(eq(payouts.sender, sender), eq(payouts.networkId, networkId))

/**
 * The newest transaction of a payout, and its earlier transactions with lower fees. All have the
 * same nonce, so only one of them can be mined.
 */
export type Bids = { payout: Payout; outbid: readonly Payout[] }

const outbid: PayoutState = 'outbid'
const isStanding = () => notInArray(payouts.state, ['displaced', outbid])

/**
 * The payouts whose outcome is not stored, and the mined payouts that the chain has lost in a
 * reorg, ordered by nonce.
 * @param count the number of transactions that the sender has on the chain; a mined payout with
 *   this nonce or a higher one is lost
 */
export async function listOpen(
  queries: Queries,
  wallet: PayoutWallet,
  count: number,
): Promise<Bids[]> {
  const open = await queries
    .select()
    .from(payouts)
    .where(
      and(
        isOf(wallet),
        or(eq(payouts.state, 'sent'), and(gte(payouts.nonce, count), isStanding())),
      ),
    )
    .orderBy(asc(payouts.nonce))
  if (open.length === 0) return []
  const earlier = await queries
    .select()
    .from(payouts)
    .where(
      and(
        isOf(wallet),
        eq(payouts.state, outbid),
        inArray(
          payouts.nonce,
          open.map(({ nonce }) => nonce),
        ),
      ),
    )
  return open.map((payout) => ({
    payout,
    outbid: earlier.filter(({ nonce }) => nonce === payout.nonce),
  }))
}

/** The nonce after that of the last payout. */
export async function nextNonce(queries: Queries, wallet: PayoutWallet): Promise<number> {
  const [{ next } = { next: 0 }] = await queries
    .select({ next: sql<number>`coalesce(max(${payouts.nonce}) + 1, 0)::int` })
    .from(payouts)
    .where(and(isOf(wallet), isStanding()))
  return next
}

/**
 * Stores a payout before it is sent, and marks its order as being delivered.
 * @returns false when the order already has a payout, or the nonce is used
 */
export function insertPayout(queries: Queries, payout: NewPayout, now: number): Promise<boolean> {
  return queries.transaction(async (work) => {
    const added = await work
      .insert(payouts)
      .values({ ...payout, state: 'sent' })
      .onConflictDoNothing()
      .returning({ nonce: payouts.nonce })
    if (added.length === 0) return false
    if (!(await deliverOrder(work, payout.orderId, 'signed', now, { hash: payout.hash })))
      // the error rolls the transaction back
      throw new Error('An order that is paid changed meanwhile')
    return true
  })
}

/**
 * Stores the new transaction of a payout, which has higher fees, before it is sent.
 * @returns false when `before` is no longer the payout's newest transaction, or its outcome is
 *   stored
 */
export function outbidPayout(
  queries: Queries,
  before: Payout,
  next: NewPayout,
  now: number,
): Promise<boolean> {
  return queries.transaction(async (work) => {
    const changed = await work
      .update(payouts)
      .set({ state: outbid })
      .where(isSent(before))
      .returning({ nonce: payouts.nonce })
    if (changed.length === 0) return false
    await work.insert(payouts).values({ ...next, state: 'sent' })
    if (!(await deliverOrder(work, next.orderId, 'outbid', now, { hash: next.hash })))
      // the error rolls the transaction back
      throw new Error('An order that is paid changed meanwhile')
    return true
  })
}

const isSent = ({ sender, networkId, nonce, hash }: Payout) =>
  and(
    isOf({ sender, networkId }),
    eq(payouts.nonce, nonce),
    eq(payouts.hash, hash),
    eq(payouts.state, 'sent'),
  )

/** The outcome of a payout. `mined`: the one of the payout's transactions that is in a block. */
export type Ended =
  | { status: 'displaced' }
  | { status: 'mined' | 'reverted'; mined: Payout; minedAt: number }

/**
 * The outcome of a payout, as one node reports it. `displaced`: another transaction has used its
 * nonce, or its coins. `isSeen`: the payout need not be sent again now, because a node has it, or
 * may have it.
 */
export type PayoutOutcome = { bids: Bids; end: Ended | { status: 'open'; isSeen: boolean } }

/** Stores the outcome of a payout. A second call changes nothing. */
export function settlePayout(
  queries: Queries,
  payout: Payout,
  end: Ended,
  now: number,
): Promise<void> {
  const { sender, networkId, nonce, orderId } = payout
  const ofNonce = and(
    isOf({ sender, networkId }),
    eq(payouts.nonce, nonce),
    eq(payouts.orderId, orderId),
  )
  return queries.transaction(async (work) => {
    // first all transactions of the payout become `outbid`; then the mined one gets its own state
    const settled = await work
      .update(payouts)
      .set({ state: outbid })
      .where(isSent(payout))
      .returning({ nonce: payouts.nonce })
    if (settled.length === 0) return
    if (end.status === 'displaced') {
      await work
        .update(payouts)
        .set({ state: 'displaced' })
        .where(and(ofNonce, eq(payouts.state, outbid)))
      await deliverOrder(work, orderId, 'displaced', now)
      return
    }
    const { hash } = end.mined
    await work
      .update(payouts)
      .set({ state: end.status })
      .where(and(ofNonce, eq(payouts.hash, hash)))
    await (end.status === 'reverted'
      ? deliverOrder(work, orderId, 'reverted', now, { hash })
      : deliverOrder(work, orderId, 'mined', now, { hash, minedAt: end.minedAt }))
  })
}
