import { and, asc, count, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '@latchkey/server/db/database'
import { operations, type OperationState } from '../schema.ts'
import type { Hex } from '../operationChain.ts'

/** A stored operation. */
export type StoredOperation = typeof operations.$inferSelect
/** A new operation. */
export type NewOperation = Pick<
  StoredOperation,
  'hash' | 'networkId' | 'project' | 'sender' | 'nonce' | 'fields' | 'authorization'
>

/** How many operations may wait: of one account (ERC-4337), of one project, on one network. */
export const waitingLimits = { sender: 4, project: 1_000, network: 10_000 }

/** Percent by which both fees of an operation have to exceed those of the one that it replaces. */
const replacement = 110n

const open: OperationState[] = ['waiting', 'sent']

/** Why an operation is not stored. `underpriced`: another one with its nonce is waiting or sent. */
export type NotStored = 'tooMany' | 'projectFull' | 'full' | 'underpriced'

/**
 * Stores an operation, so that it is sent. A second call with the same operation changes nothing.
 * An operation that still waits is replaced by one with the same nonce and higher fees.
 */
export function insertOperation(
  queries: Queries,
  operation: NewOperation,
  now: number,
): Promise<'stored' | NotStored> {
  const { networkId, sender, nonce, hash, project } = operation
  return queries.transaction(async (work) => {
    // one at a time for each network, so that the limits hold for parallel requests, too
    await work.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`operations ${networkId}`}, 0))`,
    )
    const ofNonce = and(
      eq(operations.networkId, networkId),
      eq(operations.sender, sender),
      eq(operations.nonce, nonce),
      ne(operations.state, 'dropped'),
    )
    const [rival] = await work.select().from(operations).where(ofNonce)
    if (rival?.hash === hash) return 'stored'
    if (rival) {
      if (rival.state !== 'waiting' || !isDearer(operation, rival)) return 'underpriced'
      await work
        .update(operations)
        .set({ state: 'dropped', reason: 'replaced', updatedAt: now })
        .where(ofNonce)
    }
    const full = await findFull(work, { networkId, sender, project })
    if (full) return full
    const fresh = {
      ...operation,
      state: 'waiting',
      reason: null,
      failures: 0,
      createdAt: now,
      updatedAt: now,
      executor: null,
      executorNonce: null,
      transactionHash: null,
      blockHash: null,
      blockNumber: null,
    } as const
    await work
      .insert(operations)
      .values(fresh)
      // it was dropped before
      .onConflictDoUpdate({ target: operations.hash, set: fresh })
    return 'stored'
  })
}

async function findFull(
  work: Queries,
  { networkId, sender, project }: Pick<NewOperation, 'networkId' | 'sender' | 'project'>,
): Promise<NotStored | undefined> {
  const isOpen = and(eq(operations.networkId, networkId), inArray(operations.state, open))
  const [found] = await work
    .select({
      all: count(),
      ofSender: sql<number>`count(*) filter (where ${eq(operations.sender, sender)})::int`,
      ofProject: sql<number>`count(*) filter (where ${eq(operations.project, project)})::int`,
    })
    .from(operations)
    .where(isOpen)
  if (!found) return undefined
  if (found.ofSender >= waitingLimits.sender) return 'tooMany'
  if (found.ofProject >= waitingLimits.project) return 'projectFull'
  return found.all >= waitingLimits.network ? 'full' : undefined
}

/** Whether an operation offers enough more than another one. */
function isDearer(one: Pick<NewOperation, 'fields'>, other: Pick<NewOperation, 'fields'>): boolean {
  return ['maxFeePerGas', 'maxPriorityFeePerGas'].every(
    (name) => BigInt(one.fields[name] ?? 0) * 100n >= BigInt(other.fields[name] ?? 0) * replacement,
  )
}

/** Finds an operation by its hash. */
export async function findOperation(
  queries: Queries,
  networkId: string,
  hash: Hex,
): Promise<StoredOperation | undefined> {
  const [found] = await queries
    .select()
    .from(operations)
    .where(and(eq(operations.hash, hash), eq(operations.networkId, networkId)))
  return found
}

/** The nonces of an account's operations that are waiting or sent. */
export async function listOpenNonces(
  queries: Queries,
  networkId: string,
  sender: Hex,
): Promise<readonly bigint[]> {
  const rows = await queries
    .select({ nonce: operations.nonce })
    .from(operations)
    .where(
      and(
        eq(operations.networkId, networkId),
        eq(operations.sender, sender),
        inArray(operations.state, open),
      ),
    )
  return rows.map(({ nonce }) => nonce)
}

/** Whether an operation pays a base fee. Stored numbers are the shortest hex in lower case. */
function paysAtLeast(baseFee: bigint) {
  const least = `0x${baseFee.toString(16)}`
  const offered = sql`${operations.fields} ->> 'maxFeePerGas'`
  return sql`(length(${offered}), (${offered}) collate "C") >= (length(${least}), ${least})`
}

/**
 * The operations that wait, the oldest first: of each account the one with the lowest nonce, and
 * none of an account that has one in a transaction which is not mined. Those with too low fees are
 * left out until they have waited since `late`, so that they keep no others waiting.
 */
export async function listWaiting(
  queries: Queries,
  networkId: string,
  { max, baseFee = 0n, late = 0 }: { max: number; baseFee?: bigint; late?: number },
): Promise<readonly StoredOperation[]> {
  const sent = alias(operations, 'sent')
  const rows = await queries
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.networkId, networkId),
        eq(operations.state, 'waiting'),
        or(paysAtLeast(baseFee), lt(operations.createdAt, late)),
        notExists(
          queries
            .select({ one: sql`1` })
            .from(sent)
            .where(
              and(
                eq(sent.networkId, networkId),
                eq(sent.state, 'sent'),
                eq(sent.sender, operations.sender),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(operations.createdAt))
    .limit(max)
  const lowest = new Map<Hex, StoredOperation>()
  for (const row of rows) {
    const known = lowest.get(row.sender)
    if (!known || row.nonce < known.nonce) lowest.set(row.sender, row)
  }
  return [...lowest.values()]
}

/** Ends an operation that waits. */
export async function dropOperation(
  queries: Queries,
  hash: Hex,
  reason: string,
  now: number,
): Promise<void> {
  await queries
    .update(operations)
    .set({ state: 'dropped', reason, updatedAt: now })
    .where(and(eq(operations.hash, hash), eq(operations.state, 'waiting')))
}

/** Where an operation is included. */
export type Inclusion = { transactionHash: Hex; blockHash: Hex; blockNumber: number }

/** Notes that another sender's transaction has handled an operation that waits. */
export async function noteForeignInclusion(
  queries: Queries,
  hash: Hex,
  place: Inclusion,
  now: number,
): Promise<void> {
  await queries
    .update(operations)
    .set({ ...place, state: 'included', executor: null, executorNonce: null, updatedAt: now })
    .where(and(eq(operations.hash, hash), eq(operations.state, 'waiting')))
}

/** The operations that others have included, up to a block. */
export function listForeign(
  queries: Queries,
  networkId: string,
  upToBlock: number,
  max: number,
): Promise<StoredOperation[]> {
  return queries
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.networkId, networkId),
        eq(operations.state, 'included'),
        isNull(operations.executor),
        lt(operations.blockNumber, upToBlock + 1),
      ),
    )
    .limit(max)
}

/** Ends an operation that others have included, or lets it wait again. */
export async function settleForeign(
  queries: Queries,
  hash: Hex,
  state: 'final' | 'waiting',
  now: number,
): Promise<void> {
  await queries
    .update(operations)
    .set({ state, updatedAt: now })
    .where(
      and(eq(operations.hash, hash), eq(operations.state, 'included'), isNull(operations.executor)),
    )
}

/** Deletes operations that ended before a time. */
export async function forgetOperations(
  queries: Queries,
  networkId: string,
  before: number,
): Promise<void> {
  await queries
    .delete(operations)
    .where(
      and(
        eq(operations.networkId, networkId),
        inArray(operations.state, ['final', 'dropped']),
        lt(operations.updatedAt, before),
      ),
    )
}
