import type { NetworkId } from '@latchkey/protocol/caip'
import { createNodes } from '../providers/nodes.ts'
import type { Chain, ChainConfig, ChainReader, ReaderParts } from './chainReader.ts'

/**
 * Opens the operator's chains, each with the reader of its kind.
 * @param options.timeLimit milliseconds for one answer of one node
 * @param options.nodesNow milliseconds of a clock that does not jump
 * @param options.onForeignChain receives the network, and the number, from 1, of a node on another
 *   chain
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
    if (!found) throw new RangeError(`No reader for ${config.networkId}`) // its options passed
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
