/**
 * Pictures, answered as SVG. A picture nobody has drawn is a monogram; `?drawn=0` asks a token's monogram outright, because
 * anybody may give a token the symbol of another. api 12.2
 */
export const images = {
  token: '/public/getTokenImage/{symbol}',
  network: '/public/getAssetImage/{networkId}',
  wallet: '/getWalletImage/{walletId}',
} as const
