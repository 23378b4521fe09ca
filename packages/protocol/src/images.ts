/**
 * The paths of pictures. The answer is SVG. If there is no picture, it is a monogram. `?drawn=0`
 * always requests a token's monogram, because a fake token can have any symbol.
 * docs/contracts/api.md#wallet-images
 */
export const images = {
  token: '/public/getTokenImage/{symbol}',
  network: '/public/getAssetImage/{networkId}',
  wallet: '/getWalletImage/{walletId}',
} as const
