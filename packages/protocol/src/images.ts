/**
 * Pictures, answered as SVG. A missing picture is replaced by a monogram; `?drawn=0` always
 * requests a token's monogram, because anyone may give a token the symbol of another. api 12.2
 */
export const images = {
  token: '/public/getTokenImage/{symbol}',
  network: '/public/getAssetImage/{networkId}',
  wallet: '/getWalletImage/{walletId}',
} as const
