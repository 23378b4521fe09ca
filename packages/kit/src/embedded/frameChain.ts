import type { NetworkId } from '@latchkey/protocol/caip'
import { isNumbered } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { SiwxMessageData } from '../core/siwx.ts'

/**
 * A network as the frame's messages have it: the number alone for eip155, CAIP-2 for the others.
 * frame 3
 */
export function toFrameChain(networkId: NetworkId): number | string {
  const [namespace = '', reference = ''] = networkId.split(':')
  // a network of the site, whose namespace is known
  return isNumbered(namespace as Namespace) ? Number(reference) : networkId
}

/** A sign-in as the frame reads it: the account is the frame's to fill in. */
export const toFrameMessage = ({ chainId, resources, ...data }: SiwxMessageData) => ({
  ...data,
  chainId: toFrameChain(chainId),
  resources: resources && [...resources],
})
