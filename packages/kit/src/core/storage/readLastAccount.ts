import { isAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { LastAccount } from '../accounts/session.ts'

/**
 * The account of an earlier visit, from its stored CAIP-10 id. Undefined if the stored value is no
 * such id of this namespace.
 */
export function readLastAccount(accountId: unknown, namespace: Namespace): LastAccount | undefined {
  const [, networkId, address] =
    (typeof accountId === 'string' && /^(\w+:[-\w]{1,32}):(.+)$/.exec(accountId)) || []
  return networkId?.startsWith(`${namespace}:`) && isAddress(address, namespace)
    ? { address, networkId: networkId as NetworkId }
    : undefined // `networkId` is a CAIP-2 id, by the expression above
}
