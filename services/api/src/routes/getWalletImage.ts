import { images } from '@latchkey/protocol/images'
import { image } from '../http/image.ts'
import type { Route } from '../http/env.ts'
import type { Service } from '../service.ts'

/** Makes the endpoint of a wallet's picture, by the wallet's id in the catalogue. */
export function getWalletImage({ icons }: Service): Route {
  return {
    method: 'GET',
    path: images.wallet,
    async answer(call) {
      const { picture, isFinal } = await icons.wallet(call.req.param('walletId') ?? '')
      return image(call, picture, { isFinal })
    },
  }
}
