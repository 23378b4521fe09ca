import { times } from '@latchkey/protocol/limits'
import { withLimit } from '@latchkey/server/waiting'
import { PricesError, type Prices, type PricesAt } from './prices.ts'

/**
 * The prices in US dollars of some coins and tokens, by their ids in the operator's source. Those
 * without a price are absent.
 * @throws PricesError; the signal's reason
 */
export const readPrices = (
  source: Prices,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> =>
  ofSource(signal, async (limited) => {
    const prices = await Promise.all(
      ids.map(async (id) => [id, await source(id, limited)] as const),
    )
    return new Map(prices.flatMap(([id, price]) => (isPrice(price) ? [[id, price] as const] : [])))
  })

/**
 * The price in US dollars of a coin or a token at a past time, in seconds since 1970. Null if the
 * source has no price.
 * @throws PricesError; the signal's reason
 */
export const readPriceAt = (
  source: PricesAt,
  id: string,
  at: number,
  signal: AbortSignal,
): Promise<number | null> =>
  ofSource(signal, async (limited) => {
    const price = await source(id, at, limited)
    return isPrice(price) ? price : null
  })

async function ofSource<value>(
  signal: AbortSignal,
  read: (limited: AbortSignal) => Promise<value>,
): Promise<value> {
  try {
    return await withLimit(times.httpRequest, signal, read)
  } catch (cause) {
    signal.throwIfAborted()
    throw new PricesError('The source of prices did not answer', { cause })
  }
}

const isPrice = (price: number | undefined): price is number =>
  price !== undefined && Number.isFinite(price) && price > 0
