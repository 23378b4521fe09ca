import type { NetworkId } from '@latchkey/protocol/caip'
import { adapterOf } from '../../../core/accounts/adapterOf.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { quantityOf } from './quantity.ts'

/** Sends requests to the nodes of one network. */
export type Chain = {
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /**
   * Sends a request whose answer is a quantity.
   * @throws KitError answerInvalid for any other answer
   */
  quantity(method: string, params: readonly unknown[]): Promise<bigint>
}

/**
 * Creates the sender of requests to a network's nodes. The requests go through the kit's adapter.
 */
export function chainOf(kit: Kit, networkId: NetworkId, signal?: AbortSignal): Chain {
  const adapter = adapterOf(kit, 'eip155')
  const request: Chain['request'] = (method, params) =>
    adapter.request({ method, params, networkId, signal })
  return { request, quantity: async (method, params) => quantityOf(await request(method, params)) }
}
