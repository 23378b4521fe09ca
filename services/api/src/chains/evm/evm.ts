import type { ChainReader } from '../chainReader.ts'
import { evmChain, evmNamespace, type CheckedEvmChain } from './evmChain.ts'
import { evmKeys } from './evmKeys.ts'
import { EvmReader } from './EvmReader.ts'
import { createAsOperations } from './history/asOperations.ts'
import { createIntendedRecipients } from './history/intendedRecipients.ts'
import { evmNodes } from './nodes/evmNodes.ts'
import { createEvmCaches } from './tokens/EvmTokens.ts'

/**
 * The kind of chain that runs the Ethereum Virtual Machine. Its nodes have the JSON-RPC of
 * EIP-1474.
 */
export const evm = {
  namespace: evmNamespace,
  options: evmChain,
  keys: evmKeys,
  nodes: evmNodes,
  abilities: { names: true, purchases: true },
  start(parts) {
    const shared = {
      ...parts,
      caches: createEvmCaches(parts.now),
      intendedRecipients: createIntendedRecipients(parts),
      asOperations: createAsOperations(parts),
    }
    return { open: (chain) => new EvmReader(chain, shared) }
  },
} as const satisfies ChainReader<CheckedEvmChain>
