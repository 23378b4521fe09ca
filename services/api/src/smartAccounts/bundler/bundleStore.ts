import { and, asc, eq, gte, inArray, ne, notInArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import { bundles, operations, type BundleState, type OperationState } from '../schema.ts'
import type { Hex } from '../operationChain.ts'
import type { Inclusion, StoredOperation } from './operationStore.ts'

/** The account that sends, and its network. */
export type Executor = { executor: Hex; networkId: string }
/** A signed transaction of an executor, with its state. */
export type Bundle = typeof bundles.$inferSelect
/** A signed transaction that is not stored yet. */
export type NewBundle = Omit<Bundle, 'state' | 'createdAt'>

/**
 * The newest transaction with a nonce, the earlier ones with lower fees, and the operations. Only
 * one of the transactions can be mined.
 */
export type Bids = {
  bundle: Bundle
  outbid: readonly Bundle[]
  operations: readonly StoredOperation[]
}

const outbid: BundleState = 'outbid'
const isOf = ({ executor, networkId }: Executor) =>
  and(eq(bundles.executor, executor), eq(bundles.networkId, networkId))
const isStanding = () => notInArray(bundles.state, ['displaced', outbid])
const isIn = ({ executor, networkId }: Executor, nonce: number) =>
  and(
    eq(operations.networkId, networkId),
    eq(operations.executor, executor),
    eq(operations.executorNonce, nonce),
  )

/**
 * The transactions whose outcome is not stored, and the mined ones that the chain has lost in a
 * reorg, ordered by nonce.
 * @param sent the number of transactions that the executor has on the chain
 */
export async function listOpen(
  queries: Queries,
  executor: Executor,
  sent: number,
): Promise<readonly Bids[]> {
  const newest = await queries
    .select()
    .from(bundles)
    .where(
      and(
        isOf(executor),
        or(eq(bundles.state, 'sent'), and(gte(bundles.nonce, sent), isStanding())),
      ),
    )
    .orderBy(asc(bundles.nonce))
  if (newest.length === 0) return []
  const nonces = newest.map(({ nonce }) => nonce)
  const earlier = await queries
    .select()
    .from(bundles)
    .where(and(isOf(executor), eq(bundles.state, outbid), inArray(bundles.nonce, nonces)))
  const inside = await queries
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.networkId, executor.networkId),
        eq(operations.executor, executor.executor),
        inArray(operations.executorNonce, nonces),
      ),
    )
  return newest.map((bundle) => ({
    bundle,
    outbid: earlier.filter(({ nonce }) => nonce === bundle.nonce),
    operations: inside.filter(({ executorNonce }) => executorNonce === bundle.nonce),
  }))
}

/** The nonce after that of the executor's last transaction. */
export async function nextNonce(queries: Queries, executor: Executor): Promise<number> {
  const [{ next } = { next: 0 }] = await queries
    .select({ next: sql<number>`coalesce(max(${bundles.nonce}) + 1, 0)::int` })
    .from(bundles)
    .where(and(isOf(executor), isStanding()))
  return next
}

/** Is thrown inside a transaction, to roll it back. */
class Changed extends Error {}

/** Runs a change. @returns false if it was rolled back because something changed meanwhile */
async function unlessChanged(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof Changed) return false
    throw error
  }
}

/**
 * Stores a transaction before it is sent, and marks its operations.
 * @returns false when one of them does not wait any more, or the nonce is used
 */
export function insertBundle(
  queries: Queries,
  bundle: NewBundle,
  hashes: readonly Hex[],
  now: number,
): Promise<boolean> {
  const { executor, nonce } = bundle
  return unlessChanged(
    queries.transaction(async (work) => {
      const added = await work
        .insert(bundles)
        .values({ ...bundle, state: 'sent', createdAt: now })
        .onConflictDoNothing()
        .returning({ nonce: bundles.nonce })
      if (added.length === 0) throw new Changed()
      const marked = await work
        .update(operations)
        .set({ state: 'sent', executor, executorNonce: nonce, updatedAt: now })
        .where(and(inArray(operations.hash, [...hashes]), eq(operations.state, 'waiting')))
        .returning({ hash: operations.hash })
      if (marked.length !== hashes.length) throw new Changed()
    }),
  )
}

/**
 * Stores the next transaction for a nonce, which has higher fees, before it is sent.
 * @returns false when `before` is no longer the newest one, or its outcome is stored
 */
export function outbidBundle(
  queries: Queries,
  before: Bundle,
  next: NewBundle,
  now: number,
): Promise<boolean> {
  return unlessChanged(
    queries.transaction(async (work) => {
      const changed = await work
        .update(bundles)
        .set({ state: outbid })
        .where(
          and(
            isOf(before),
            eq(bundles.nonce, before.nonce),
            eq(bundles.hash, before.hash),
            eq(bundles.state, 'sent'),
          ),
        )
        .returning({ nonce: bundles.nonce })
      if (changed.length === 0) throw new Changed()
      await work.insert(bundles).values({ ...next, state: 'sent', createdAt: now })
    }),
  )
}

/**
 * What has become of a nonce of an executor.
 * - `mined`: the transaction is in a block, with these operations; `isFinal`: the block is final
 * - `reverted`: the transaction is in a block and had no effect
 * - `displaced`: a foreign transaction has the nonce
 * - `lost`: it was in a block that the chain has replaced
 */
export type BundleOutcome =
  | { status: 'mined'; hash: Hex; place: Inclusion; handled: readonly Hex[]; isFinal: boolean }
  | { status: 'reverted'; hash: Hex }
  | { status: 'displaced' }
  | { status: 'lost' }

/** Stores what has become of a nonce. The same outcome again changes nothing. */
export function settleBundle(
  queries: Queries,
  { bundle }: Bids,
  outcome: BundleOutcome,
  now: number,
): Promise<void> {
  return queries.transaction(async (work) => {
    switch (outcome.status) {
      case 'mined':
        return storeMined(work, bundle, outcome, now)
      case 'reverted':
      case 'displaced': {
        const mined = outcome.status === 'reverted' ? outcome.hash : undefined
        await endBids(work, bundle, mined, outcome.status)
        // the transaction had no effect, so its operations wait again
        const state = { state: 'waiting', executor: null, executorNonce: null } as const
        const failures = sql`${operations.failures} + 1`
        return changeInside(work, bundle, ['sent', 'included'], {
          ...state,
          ...nowhere,
          failures,
          updatedAt: now,
        })
      }
      case 'lost':
        await work
          .update(bundles)
          .set({ state: 'sent' })
          .where(and(ofNonce(bundle), eq(bundles.hash, bundle.hash)))
        return changeInside(work, bundle, ['included', 'final'], {
          ...nowhere,
          state: 'sent',
          updatedAt: now,
        })
    }
  })
}

/** The place of an operation that is in no block. */
const nowhere = { transactionHash: null, blockHash: null, blockNumber: null }

const ofNonce = (bundle: Bundle) => and(isOf(bundle), eq(bundles.nonce, bundle.nonce))

async function storeMined(
  work: Queries,
  bundle: Bundle,
  { hash, place, handled, isFinal }: Extract<BundleOutcome, { status: 'mined' }>,
  now: number,
): Promise<void> {
  if (handled.length > 0)
    await work
      .update(operations)
      .set({ ...place, state: isFinal ? 'final' : 'included', reason: null, updatedAt: now })
      .where(and(isIn(bundle, bundle.nonce), inArray(operations.hash, [...handled])))
  if (!isFinal) return
  await endBids(work, bundle, hash, 'mined')
  // an empty transaction has ended the others
  const reason = 'not included in time'
  await changeInside(work, bundle, ['sent'], { state: 'dropped', reason, updatedAt: now })
}

/** Ends the transactions of a nonce: the mined one gets the state, or all if none was mined. */
async function endBids(
  work: Queries,
  bundle: Bundle,
  mined: Hex | undefined,
  state: BundleState,
): Promise<void> {
  const all = ofNonce(bundle)
  // first the others, because only one of them may stand
  await work
    .update(bundles)
    .set({ state: mined === undefined ? state : outbid })
    .where(mined === undefined ? all : and(all, ne(bundles.hash, mined)))
  if (mined === undefined) return
  await work
    .update(bundles)
    .set({ state })
    .where(and(all, eq(bundles.hash, mined)))
}

/** Changes the operations of a nonce that have one of these states. */
async function changeInside(
  work: Queries,
  bundle: Bundle,
  from: readonly OperationState[],
  change: PgUpdateSetSource<typeof operations>,
): Promise<void> {
  await work
    .update(operations)
    .set(change)
    .where(and(isIn(bundle, bundle.nonce), inArray(operations.state, [...from])))
}
