/** The symbols of the tokens that may be suggested (docs/contracts/api.md#fixed-values). */
const symbols =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )

/** The maximum number of suggested tokens. This many fit in two rows of buttons. */
const maxSuggestions = 6

/**
 * Returns the tokens to suggest: the native token, then the account's largest balances, then the
 * others in the order of `symbols`. Only tokens of the service's list are suggested, because a fake
 * token can have any symbol.
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
