import { images } from '@latchkey/protocol/images'

/**
 * The URL of a token's picture at {@link getTokenImage}. An unlisted token gets a monogram, because
 * any contract may call itself USDC.
 * @param base the service's URL without a slash at the end
 */
export function tokenImageUrl(
  base: string,
  symbol: string,
  { listed }: { listed: boolean },
): string {
  return `${base}${images.token.replace('{symbol}', encodeURIComponent(symbol))}${listed ? '' : '?drawn=0'}`
}
