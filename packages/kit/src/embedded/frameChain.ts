import type { NetworkId } from '@latchkey/protocol/caip'
import { isNumbered } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'

/** A network as the frame's messages have it: the number alone for eip155, CAIP-2 for the others. frame 3 */
export function toFrameChain(networkId: NetworkId): number | string {
  const [namespace = '', reference = ''] = networkId.split(':')
  return isNumbered(namespace as Namespace) ? Number(reference) : networkId // a network of the site, whose namespace is known
}
