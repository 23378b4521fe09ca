/**
 * Pictures, answered as SVG. A missing picture is replaced by a monogram; `?drawn=0` always
 * requests a token's monogram, because any token can have the symbol of another.
 * docs/contracts/api.md#wallet-images
 */
export const images = {
  token: '/public/getTokenImage/{symbol}',
  network: '/public/getAssetImage/{networkId}',
  wallet: '/getWalletImage/{walletId}',
} as const
