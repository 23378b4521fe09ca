import { createIndexer, type Indexer, type IndexerOptions } from '../indexer/createIndexer.ts'
import { createMetrics } from '../metrics.ts'
import { parseOptions } from '../options.ts'
import { createNodes } from '../providers/nodes.ts'
import { solanaChainAt } from './solanaChainAt.ts'

/**
 * Indexes a Solana chain of the devnet, and polls for new blocks only on request.
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
  const [config] = parseOptions({ chains: [solanaChainAt(...urls)] }).chains
  if (config?.namespace !== 'solana') throw new Error('That is no chain of Solana')
  const nodes = createNodes({
    urls: config.rpcUrls,
    networkId: config.networkId,
    fetch,
    timeLimit: 10_000,
  })
  return createIndexer({
    ...options,
    onFailure,
    metrics: createMetrics(),
    now: Date.now,
    chains: [
      {
        ...config,
        nodes,
        index: { startBlock: 0, pollEvery: 600_000, finality, timeTolerance: 86_400 },
      },
    ],
  })
}
