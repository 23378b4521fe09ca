import { images } from '@latchkey/protocol/images'
import { image } from '../../http/image.ts'
import type { Route } from '../../http/env.ts'
import type { Service } from '../../service.ts'

/** Makes the endpoint of a token's picture, by symbol. With `?drawn=0` it is always a monogram. */
export function getTokenImage({ icons }: Service): Route {
  return {
    method: 'GET',
    path: images.token,
    answer: async (call) =>
      image(
        call,
        await icons.token(call.req.param('symbol') ?? '', {
          drawn: call.req.query('drawn') !== '0',
        }),
      ),
  }
}
