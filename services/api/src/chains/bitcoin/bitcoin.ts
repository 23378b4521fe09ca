import type { ChainReader } from '../chainReader.ts'
import { bitcoinChain, bitcoinNamespace, type CheckedBitcoinChain } from './bitcoinChain.ts'
import { bitcoinKeys } from './bitcoinKeys.ts'
import { BitcoinReader, createBitcoinCaches } from './BitcoinReader.ts'
import { esploraNodes } from './esplora/esploraNodes.ts'

/** The kind of chain that runs Bitcoin. Its nodes are Esploras. */
export const bitcoin = {
  namespace: bitcoinNamespace,
  options: bitcoinChain,
  keys: bitcoinKeys,
  nodes: esploraNodes,
  abilities: { purchases: true },
  start(parts) {
    const shared = { ...parts, caches: createBitcoinCaches(parts.now) }
    return { open: (chain) => new BitcoinReader(chain, shared) }
  },
} as const satisfies ChainReader<CheckedBitcoinChain>
