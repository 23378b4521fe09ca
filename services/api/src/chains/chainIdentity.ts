import { chainReaders } from './registry.ts'
import type { ChainIdentity } from '../providers/nodeRules.ts'

/**
 * The request with which a node shows its network. Undefined for a network of an unknown namespace.
 * @param networkId a CAIP-2 id
 */
export function chainIdentity(networkId: string): ChainIdentity | undefined {
  return chainReaders
    .find(({ namespace }) => networkId.startsWith(`${namespace}:`))
    ?.nodes.identityOf(networkId)
}
