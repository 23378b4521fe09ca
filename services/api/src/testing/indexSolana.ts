import { createIndexer, indexedAmong } from '../indexer/createIndexer.ts'
import { createMetrics } from '../metrics.ts'
import { openTestChains } from './openTestChains.ts'
import { solanaChainAt } from './solanaChainAt.ts'
import type { Indexer } from '../indexer/chainStatus.ts'
import type { IndexerOptions } from '../indexer/followIndexed.ts'

/**
 * Indexes a Solana chain of the devnet. It polls for new blocks only when a test wants it.
 * @param urls its nodes, in the order in which they are tried
 */
export function indexSolana({
  urls,
  finality = 128,
  onFailure = () => {},
  ...options
}: Pick<IndexerOptions, 'open' | 'batch'> & {
  urls: readonly string[]
  finality?: number
  onFailure?: (error: Error) => void
}): Indexer {
  const [chain] = openTestChains([solanaChainAt(...urls)])
  if (!chain) throw new Error('That is no chain of Solana')
  return createIndexer({
    ...options,
    onFailure,
    metrics: createMetrics(),
    now: Date.now,
    chains: indexedAmong([
      {
        ...chain,
        index: { startBlock: 0, pollEvery: 600_000, finality, timeTolerance: 86_400 },
      },
    ]),
  })
}
