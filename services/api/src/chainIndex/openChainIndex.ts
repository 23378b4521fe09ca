import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Queries } from '@latchkey/server/db/database'
import { blocks, chains, pools } from '../db/schema.ts'
import { appendBlocks } from './appendBlocks.ts'
import { unknownState, type ChainIndex, type Standing } from './chainIndex.ts'
import { heldBy } from './heldBy.ts'
import { insertRows } from './insertRows.ts'
import { recipientsOf } from './recipientsOf.ts'
import { reservesAt } from './reservesAt.ts'
import { rollBackBlocks } from './rollBackBlocks.ts'
import { prepareTransactionsOf } from './transactionsOf.ts'

/**
 * Opens the index of a chain in the database.
 * @param networkId a CAIP-2 id
 * @param startBlock the first block to index, if the chain is not in the database yet
 */
export async function openChainIndex(
  queries: Queries,
  networkId: string,
  startBlock: number,
): Promise<ChainIndex> {
  await queries.insert(chains).values({ networkId, startBlock }).onConflictDoNothing()
  const [row] = await queries.select().from(chains).where(eq(chains.networkId, networkId))
  if (!row) throw new Error('A chain that was just added is not there')
  const chain = row.id
  const index: ChainIndex = {
    ...blockQueries(queries, chain),
    ...stateQueries(queries, chain),
    append: (after, added) => appendBlocks(queries, chain, after, added),
    rollBack: (head, to) => rollBackBlocks(queries, chain, head, to),
    async startOver(head, to) {
      if (head && head.number !== to?.number && !(await index.rollBack(head, to))) return false
      await queries
        .update(chains)
        .set({ highest: to?.number ?? null })
        .where(eq(chains.id, chain))
      return true
    },
    async beginAt(block) {
      const [first] = await queries
        .select({ number: blocks.number })
        .from(blocks)
        .where(eq(blocks.chain, chain))
        .orderBy(blocks.number)
        .limit(1)
      if (first && first.number > block) {
        // before the blocks are removed, because other processes read the state meanwhile
        await index.setState(unknownState)
        if (!(await index.startOver(await index.head(), undefined)))
          throw new Error('The index was changed while it was taken back')
      }
      await queries.update(chains).set({ startBlock: block }).where(eq(chains.id, chain))
    },
    pools: () =>
      queries
        .select({ address: pools.address, token0: pools.token0, token1: pools.token1 })
        .from(pools)
        .where(eq(pools.chain, chain)),
    addPools: (added) => insertRows(queries, pools, chain, added, sql`on conflict do nothing`),
    transactionsOf: prepareTransactionsOf(queries, chain),
    heldBy: (account, kinds, after, limit) => heldBy(queries, chain, account, kinds, after, limit),
    recipientsOf: (account, places) => recipientsOf(queries, chain, account, places),
    reservesAt: (wanted) => reservesAt(queries, chain, wanted),
  }
  return index
}

/** The queries for single blocks. @param chain the id of the chain's row */
function blockQueries(
  queries: Queries,
  chain: number,
): Pick<ChainIndex, 'hashAt' | 'newestUpTo' | 'timeAt'> {
  const ownBlocks = eq(blocks.chain, chain)
  return {
    async hashAt(block) {
      const [found] = await queries
        .select({ hash: blocks.hash })
        .from(blocks)
        .where(and(ownBlocks, eq(blocks.number, block)))
      return found?.hash
    },
    async newestUpTo(block) {
      const [found] = await queries
        .select({ number: blocks.number, hash: blocks.hash })
        .from(blocks)
        .where(and(ownBlocks, lte(blocks.number, block)))
        .orderBy(desc(blocks.number))
        .limit(1)
      return found
    },
    async timeAt(block) {
      const [found] = await queries
        .select({ minedAt: blocks.minedAt })
        .from(blocks)
        .where(and(ownBlocks, eq(blocks.number, block)))
      return found?.minedAt
    },
  }
}

const standingColumns = {
  number: chains.head,
  hash: chains.headHash,
  isComplete: chains.isComplete,
  isConfirmed: chains.isConfirmed,
  isAlarmed: chains.isAlarmed,
}

/** The queries for the head and the state. @param chain the id of the chain's row */
function stateQueries(
  queries: Queries,
  chain: number,
): Pick<ChainIndex, 'head' | 'highest' | 'state' | 'standing' | 'setState'> {
  // each request needs it; without a name the server does not store it (`transactionsOf.ts`)
  const standingQuery = queries
    .select(standingColumns)
    .from(chains)
    .where(eq(chains.id, chain))
    .prepare('')

  async function standing(): Promise<Standing> {
    const [found] = await standingQuery.execute()
    if (!found) return { state: unknownState, head: undefined }
    const { number, hash, ...state } = found
    return { state, head: number === null || hash === null ? undefined : { number, hash } }
  }

  return {
    standing,
    head: async () => (await standing()).head,
    state: async () => (await standing()).state,
    async highest() {
      const [found] = await queries
        .select({ highest: chains.highest })
        .from(chains)
        .where(eq(chains.id, chain))
      return found?.highest ?? undefined
    },
    setState: async (changes) =>
      void (await queries.update(chains).set(changes).where(eq(chains.id, chain))),
  }
}
