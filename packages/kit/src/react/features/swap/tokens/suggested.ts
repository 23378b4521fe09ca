/** Symbols of tokens that are offered first. API contract, section 14 */
const symbols = 'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(' ')

/** Tokens that are offered as chips: the network's own, and those of the list, in its order. */
const most = 8

/** The tokens to suggest. Only tokens of the service's list count: a symbol proves nothing. */
export function suggestedOf<token extends { address?: string; symbol: string; isUnverified?: boolean }>(tokens: readonly token[]): readonly token[] {
  const place = ({ address, symbol }: token) => (address === undefined ? -1 : symbols.indexOf(symbol.toUpperCase()))
  const known = tokens.filter((token) => !token.isUnverified && (token.address === undefined || place(token) >= 0))
  return [...known].sort((one, other) => place(one) - place(other)).slice(0, most)
}
