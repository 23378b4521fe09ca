/**
 * Returns the price of one whole token in US dollars; undefined if it is unknown.
 * @param token its CAIP-10 id; for the native coin, its `nativeTokenId`
 */
export type Prices = (token: string, signal: AbortSignal) => Promise<number | undefined>
/**
 * Returns the price of one whole token in US dollars at a past time; undefined if it is unknown.
 * @param at seconds since 1970
 */
export type PricesAt = (
  token: string,
  at: number,
  signal: AbortSignal,
) => Promise<number | undefined>

/** The operator's source of prices did not answer. */
export class PricesError extends Error {
  override readonly name = 'PricesError'
}
