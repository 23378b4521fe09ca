import type { NetworkId } from '@latchkey/protocol/caip'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { createNode } from '../../../core/requests/createNode.ts'
import type { Node } from '../../../core/requests/createNode.ts'
import { isVerdict, toNodeError } from './nodeError.ts'

const nodes = perKit<{ node?: Node }>(() => ({}))

/**
 * Sends one JSON-RPC call to a network's nodes, without a check of the network.
 * @throws KitError: the node's errors
 */
export async function requestNode(
  kit: Kit,
  networkId: NetworkId,
  method: string,
  params: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const state = nodes(kit)
  const node = (state.node ??= createNode(kit, contextOf(kit).networks, isVerdict))
  try {
    return await node.request(networkId, method, params, signal)
  } catch (error) {
    throw toNodeError(error)
  }
}
