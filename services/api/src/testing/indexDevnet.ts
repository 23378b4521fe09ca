import type { Deployment } from '@latchkey/devnet/deployment'
import { chainOfDeployment } from '../../../../devnet/src/chainOfDeployment.ts'
import { createIndexer, type Indexer, type IndexerOptions } from '../indexer/createIndexer.ts'
import { createMetrics } from '../metrics.ts'
import { parseOptions } from '../options.ts'
import { createNodes } from '../providers/nodes.ts'

/** Indexes a chain of the devnet, and polls for new blocks only on request. */
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
  const [config] = parseOptions({ chains: [chainOfDeployment(deployment, url)] }).chains
  if (!config) throw new Error('The devnet has no chain')
  const metrics = createMetrics()
  const indexedBlocks: typeof metrics.indexedBlocks = (labels) => {
    const meter = metrics.indexedBlocks(labels)
    return { ...meter, add: (by) => (meter.add(by), onBatch(`${by}`)) }
  }
  const nodes = createNodes({
    urls: config.rpcUrls,
    networkId: config.networkId,
    fetch,
    timeLimit: 10_000,
  })
  return createIndexer({
    ...options,
    onFailure,
    metrics: { ...metrics, indexedBlocks },
    now: Date.now,
    chains: [
      {
        ...config,
        nodes,
        index: { startBlock, pollEvery: 600_000, finality: 128, timeTolerance: 86_400 },
      },
    ],
  })
}
