import type { ChainReader } from '../chainReader.ts'
import { solanaChain, solanaNamespace, type CheckedSolanaChain } from './solanaChain.ts'
import { solanaKeys } from './solanaKeys.ts'
import { solanaNodes } from './solanaNodes.ts'
import { SolanaReader } from './SolanaReader.ts'
import { createSolanaCaches } from './tokens/SolanaTokens.ts'

/** The kind of chain that runs Solana. */
export const solana = {
  namespace: solanaNamespace,
  options: solanaChain,
  keys: solanaKeys,
  nodes: solanaNodes,
  abilities: {},
  start(parts) {
    const shared = { ...parts, caches: createSolanaCaches(parts.now) }
    return { open: (chain) => new SolanaReader(chain, shared) }
  },
} as const satisfies ChainReader<CheckedSolanaChain>
