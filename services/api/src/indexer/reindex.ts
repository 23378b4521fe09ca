import { and, desc, eq, lt } from 'drizzle-orm'
import { unknownState } from '../chainIndex/chainIndex.ts'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { Database } from '@latchkey/server/db/database'
import { blocks, chains } from '../db/schema.ts'

/** The index cannot be rolled back now. The message states the reason. */
export class ReindexError extends Error {
  override readonly name = 'ReindexError'
}

/** What was removed: the number of blocks (`takenBack`), and the first of them. */
export type Reindexed = { networkId: string; from: number; takenBack: number }

/**
 * Removes the blocks of a chain's index from a block on, at any depth, and ends an alarm. The
 * service then indexes these blocks again. Until then the chain's history counts as incomplete.
 * @param options.networkId CAIP-2; may be left out if the database has only one chain
 * @throws ReindexError when there is no such chain, when there are several and none is named, when
 *   a service follows the chain now, or when the index was changed meanwhile
 */
export async function reindex(
  database: Database,
  { from, networkId }: { from: number; networkId?: string | undefined },
): Promise<Reindexed> {
  const { queries } = database
  const all = await queries
    .select()
    .from(chains)
    .where(networkId === undefined ? undefined : eq(chains.networkId, networkId))
  const [row, ...more] = all
  if (!row)
    throw new ReindexError(
      networkId === undefined
        ? 'The database has no chain'
        : `The database has no chain ${networkId}`,
    )
  if (more.length > 0)
    throw new ReindexError(
      `The database has several chains, so --chain has to name one of ${all.map((entry) => entry.networkId).join(', ')}`,
    )
  const leadership = await database.lead(`index ${row.networkId}`)
  if (!leadership) throw new ReindexError(`A service follows ${row.networkId} now: stop it first`)
  try {
    const index = await openChainIndex(queries, row.networkId, row.startBlock)
    await index.setState(unknownState)
    const head = await index.head()
    const [to] = await queries
      .select({ number: blocks.number, hash: blocks.hash })
      .from(blocks)
      .where(and(eq(blocks.chain, row.id), lt(blocks.number, from)))
      .orderBy(desc(blocks.number))
      .limit(1)
    const first = to ? to.number + 1 : row.startBlock
    const stays = head && head.number < first ? head : to
    if (!(await index.startOver(head, stays)))
      throw new ReindexError('The index was changed meanwhile')
    return {
      networkId: row.networkId,
      from: first,
      takenBack: head ? Math.max(0, head.number - first + 1) : 0,
    }
  } finally {
    await leadership.release()
  }
}
