/**
 * US dollars for one whole token, by its CAIP-10 id (the native coin's by `nativeTokenId`);
 * undefined where the price is unknown.
 */
export type Prices = (token: string, signal: AbortSignal) => Promise<number | undefined>
/**
 * US dollars for one whole token at a time, in seconds since 1970; undefined where the price is
 * unknown.
 */
export type PricesAt = (
  token: string,
  at: number,
  signal: AbortSignal,
) => Promise<number | undefined>

/** Thrown when the operator's source of prices did not answer. */
export class PricesError extends Error {
  override readonly name = 'PricesError'
}
