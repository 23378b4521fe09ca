import type { Deployment } from '@latchkey/devnet/deployment'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { createIndexer, indexedAmong } from '../indexer/createIndexer.ts'
import { createMetrics } from '../metrics.ts'
import { openTestChains } from './openTestChains.ts'
import type { Indexer } from '../indexer/chainStatus.ts'
import type { IndexerOptions } from '../indexer/followIndexed.ts'

/** Indexes a chain of the devnet. It polls for new blocks only when a test wants it. */
export function indexDevnet({
  deployment,
  url,
  startBlock = 0,
  onBatch = () => {},
  onFailure = () => {},
  ...options
}: Pick<IndexerOptions, 'open' | 'batch'> & {
  deployment: Deployment
  url: string
  startBlock?: number
  onBatch?: (line: string) => void
  onFailure?: (error: Error) => void
}): Indexer {
  const [chain] = openTestChains([chainOfDeployment(deployment, url)])
  if (!chain) throw new Error('The devnet has no chain')
  const metrics = createMetrics()
  const indexedBlocks: typeof metrics.indexedBlocks = (labels) => {
    const meter = metrics.indexedBlocks(labels)
    return { ...meter, add: (by) => (meter.add(by), onBatch(`${by}`)) }
  }
  return createIndexer({
    ...options,
    onFailure,
    metrics: { ...metrics, indexedBlocks },
    now: Date.now,
    chains: indexedAmong([
      {
        ...chain,
        index: { startBlock, pollEvery: 600_000, finality: 128, timeTolerance: 86_400 },
      },
    ]),
  })
}
