import { chainReaders } from './registry.ts'
import type { ChainIdentity } from '../providers/nodeRules.ts'

/**
 * The request with which a node shows its network. @param networkId a CAIP-2 id; of an unknown
 * namespace: the result is undefined
 */
export function chainIdentity(networkId: string): ChainIdentity | undefined {
  return chainReaders
    .find(({ namespace }) => networkId.startsWith(`${namespace}:`))
    ?.nodes.identityOf(networkId)
}
