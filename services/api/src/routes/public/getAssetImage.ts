import { images } from '@latchkey/protocol/images'
import { image } from '../../http/image.ts'
import type { Route } from '../../http/env.ts'
import type { Service } from '../../service.ts'

/** Makes the endpoint of a network's picture, by CAIP-2 id or EIP-155 id. */
export function getAssetImage({ icons }: Service): Route {
  return {
    method: 'GET',
    path: images.network,
    answer: async (call) => image(call, await icons.network(call.req.param('networkId') ?? '')),
  }
}
