/** Symbols of tokens that are offered first. API contract, section 14 */
const symbols =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )

/** Tokens that are offered as chips: two rows of them. */
const maxSuggestions = 6

/**
 * The tokens to suggest: the network's own, those that the account has most of, and others in the
 * order of the list. Only tokens of the service's list count: a symbol proves nothing.
 */
export function suggestedOf<
  token extends { address?: string; symbol: string; value?: number; isUnverified?: boolean },
>(tokens: readonly token[]): readonly token[] {
  const place = ({ address, symbol }: token) =>
    address === undefined ? -1 : symbols.indexOf(symbol.toUpperCase())
  const known = tokens.filter(
    (token) => !token.isUnverified && (token.address === undefined || place(token) >= 0),
  )
  const isOwn = ({ address }: token) => Number(address === undefined)
  return [...known]
    .sort((a, b) => isOwn(b) - isOwn(a) || (b.value ?? 0) - (a.value ?? 0) || place(a) - place(b))
    .slice(0, maxSuggestions)
}
