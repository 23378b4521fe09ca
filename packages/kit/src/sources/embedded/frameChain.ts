import type { NetworkId } from '@latchkey/protocol/caip'
import { isNumbered } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { SiwxMessageData } from '../../core/contracts/siwx.ts'

/**
 * A network in the frame's messages: the chain id for eip155, CAIP-2 for others
 * (docs/contracts/frame.md#chain-ids).
 */
export function toFrameChain(networkId: NetworkId): number | string {
  const [namespace = '', reference = ''] = networkId.split(':')
  // the cast is safe, because all networks of the site have a known namespace
  return isNumbered(namespace as Namespace) ? Number(reference) : networkId
}

/** A sign-in message in the frame's form. The frame inserts the account. */
export const toFrameMessage = ({ chainId, resources, ...data }: SiwxMessageData) => ({
  ...data,
  chainId: toFrameChain(chainId),
  resources: resources && [...resources],
})
