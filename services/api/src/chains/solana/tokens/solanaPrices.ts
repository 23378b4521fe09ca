import { nativeTokenAddress, nativeTokenId } from '@latchkey/protocol/nativeToken'
import { times } from '@latchkey/protocol/limits'
import { withLimit } from '@latchkey/server/waiting'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { keyText } from '../solanaKey.ts'
import { PricesError, type Prices, type PricesAt } from '../../../providers/prices.ts'
import type { SolanaChain } from '../solanaChain.ts'

/**
 * Prices in US dollars of the coin and the listed tokens, by key. Tokens without a price are
 * absent.
 * @throws PricesError; the signal's reason
 */
export async function readSolanaPrices(
  { networkId, tokens }: SolanaChain,
  source: Prices | undefined,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  if (!source) return new Map()
  const wanted = [nativeTokenAddress, ...tokens.map(({ address }) => address)]
  try {
    const prices = await withLimit(times.httpRequest, signal, (limited) =>
      Promise.all(
        wanted.map(
          async (address) => [address, await source(idOf(networkId, address), limited)] as const,
        ),
      ),
    )
    return new Map(
      prices.flatMap(([address, price]) => (isPrice(price) ? [[address, price] as const] : [])),
    )
  } catch (cause) {
    signal.throwIfAborted()
    throw new PricesError('The source of prices did not answer', { cause })
  }
}

/**
 * The price in US dollars of the coin or a token at a past time, in seconds since 1970. Null if the
 * source has no price.
 * @throws PricesError; the signal's reason
 */
export async function readPastPrice(
  { networkId }: SolanaChain,
  source: PricesAt,
  token: Hex,
  at: number,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const price = await withLimit(times.httpRequest, signal, (limited) =>
      source(idOf(networkId, token), at, limited),
    )
    return isPrice(price) ? price : null
  } catch (cause) {
    signal.throwIfAborted()
    throw new PricesError('The source of prices did not answer', { cause })
  }
}

/** The id by which the operator's source knows the coin or a token. */
const idOf = (networkId: SolanaChain['networkId'], token: string): string =>
  token === nativeTokenAddress ? nativeTokenId(networkId) : `${networkId}:${keyText(token)}`

const isPrice = (price: number | undefined): price is number =>
  price !== undefined && Number.isFinite(price) && price > 0
