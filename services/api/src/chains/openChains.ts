import type { NetworkId } from '@latchkey/protocol/caip'
import { createNodes } from '../providers/nodes.ts'
import type { Chain, ChainReader, ReaderParts } from './chainReader.ts'
import type { ChainConfig } from './chainConfig.ts'

/**
 * Opens each chain of the operator with the reader of its kind.
 * @param options.timeLimit milliseconds for an answer of a node
 * @param options.nodesNow milliseconds of a monotonic clock
 * @param options.onForeignChain is called when a node belongs to another chain, with the network,
 *   and with the node's number in the list, from 1
 */
export function openChains(
  configs: readonly ChainConfig[],
  options: ReaderParts & {
    readers: readonly ChainReader[]
    timeLimit: number
    nodesNow?: (() => number) | undefined
    onForeignChain?: (networkId: NetworkId, position: number) => void
  },
): readonly Chain[] {
  const { readers, fetch, timeLimit, nodesNow: now, onForeignChain } = options
  const started = new Map(readers.map((kind) => [kind.namespace, { kind, ...kind.start(options) }]))
  return configs.map((config) => {
    const found = started.get(config.namespace)
    // cannot happen: its options were checked
    if (!found) throw new RangeError(`No reader for ${config.networkId}`)
    const { kind, open } = found
    const nodes = createNodes({
      urls: config.rpcUrls,
      networkId: config.networkId,
      rules: kind.nodes,
      fetch,
      timeLimit,
      now,
      onForeignChain: (position) => onForeignChain?.(config.networkId, position),
    })
    return { ...config, kind, nodes, reader: open({ ...config, nodes }) }
  })
}
