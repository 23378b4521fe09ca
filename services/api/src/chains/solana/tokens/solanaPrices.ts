import { nativeTokenAddress, nativeTokenId } from '@latchkey/protocol/nativeToken'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { keyText } from '../solanaKey.ts'
import type { Prices, PricesAt } from '../../../providers/prices.ts'
import { readPriceAt, readPrices } from '../../../providers/readPrice.ts'
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
  const prices = await readPrices(
    source,
    wanted.map((address) => idOf(networkId, address)),
    signal,
  )
  return new Map(
    wanted.flatMap((address) => {
      const price = prices.get(idOf(networkId, address))
      return price === undefined ? [] : [[address, price] as const]
    }),
  )
}

/**
 * The price in US dollars of the coin or a token at a past time, in seconds since 1970. Null if the
 * source has no price.
 * @throws PricesError; the signal's reason
 */
export const readPastPrice = (
  { networkId }: SolanaChain,
  source: PricesAt,
  token: Hex,
  at: number,
  signal: AbortSignal,
): Promise<number | null> => readPriceAt(source, idOf(networkId, token), at, signal)

/** The id by which the operator's source knows the coin or a token. */
const idOf = (networkId: SolanaChain['networkId'], token: string): string =>
  token === nativeTokenAddress ? nativeTokenId(networkId) : `${networkId}:${keyText(token)}`
