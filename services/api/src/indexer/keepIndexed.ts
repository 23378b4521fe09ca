import { setMaxListeners } from 'node:events'
import { wait } from '@latchkey/server/waiting'
import type { ChainIndex, IndexedBlock } from '../chainIndex/chainIndex.ts'
import type { Database, Leadership } from '../db/database.ts'
import { createChainSource } from './chainSource.ts'
import type { IndexedChain, IndexerOptions } from './createIndexer.ts'
import { createFollower, type Follower } from './followChain.ts'
import { startPriceWatch } from './priceWatch.ts'
import type { Rest } from './rest.ts'

/** Milliseconds of the first pause after a failure, which doubles, and of the longest. */
export const failurePauses = { first: 500, most: 30_000 }
/** Rows after which the database is tidied up. */
const maintained = 500_000

type Options = Omit<IndexerOptions, 'open' | 'chains'> & { chain: IndexedChain; index: ChainIndex; database: Database; rest: Rest; leadership: Leadership; signal: AbortSignal }

/** Follows a chain until the signal aborts or another process may have the lead. What fails is tried again, ever more slowly. */
export async function keepIndexed(options: Options): Promise<void> {
  const { chain, index, database, rest, leadership } = options
  const signal = AbortSignal.any([options.signal, leadership.lost])
  setMaxListeners(0, signal)
  const failures = options.metrics.failures({ chain: chain.networkId })
  const rows = { added: 0 }
  let failed = 0
  let follower: Follower | undefined
  let isComplete = false
  while (!signal.aborted) {
    const asked = rest.take()
    try {
      follower ??= await begin(options, rows, signal)
      const isThere = await follower.step(signal)
      failed = 0
      if (rows.added >= maintained || (isThere && !isComplete)) {
        rows.added = 0
        await database.maintain()
      }
      if (!isThere) {
        rest.giveBack(asked)
        continue
      }
      if (!isComplete) await index.setComplete()
      isComplete = true
      asked.forEach((settle) => settle())
      await rest.pause(chain.index.pollEvery, signal)
    } catch (error) {
      if (signal.aborted) break
      failures.add()
      if (failed === 0 && error instanceof Error) options.onFailure(error)
      await wait(Math.min(failurePauses.most, failurePauses.first * 2 ** failed), signal)
      failed += 1
      rest.giveBack(asked)
    }
  }
  await leadership.release().catch(() => {}) // a lock whose connection is gone is free
}

async function begin({ chain, index, metrics, batch, now }: Options, rows: { added: number }, signal: AbortSignal): Promise<Follower> {
  const watch = await startPriceWatch(chain, index, signal)
  const labels = { chain: chain.networkId }
  const progress = {
    added(blocks: readonly IndexedBlock[], newest: number) {
      const transfers = blocks.reduce((sum, block) => sum + block.transfers.length, 0)
      rows.added += transfers + blocks.reduce((sum, block) => sum + block.transactions.length, 0)
      metrics.indexedBlocks(labels).add(blocks.length)
      metrics.indexedTransfers(labels).add(transfers)
      metrics.untraced(labels).add(blocks.filter(({ isTraced }) => !isTraced).length)
      metrics.head(labels).set(blocks.at(-1)?.number ?? 0)
      metrics.newest(labels).set(newest)
    },
    takenBack: (blocks: number) => metrics.takenBack(labels).add(blocks),
  }
  return createFollower({ index, source: createChainSource(chain.nodes), startBlock: chain.index.startBlock, ...watch, progress, batch, now })
}
