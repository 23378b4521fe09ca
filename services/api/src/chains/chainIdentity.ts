import type { ChainIdentity } from './chainReader.ts'
import { chainReaders } from './registry.ts'

/** The request that identifies a node of a network (CAIP-2); undefined for an unknown namespace. */
export function chainIdentity(networkId: string): ChainIdentity | undefined {
  return chainReaders
    .find(({ namespace }) => networkId.startsWith(`${namespace}:`))
    ?.nodes.identityOf(networkId)
}
