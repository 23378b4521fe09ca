import { nativeTokenAddress, nativeTokenId } from '@latchkey/protocol/nativeToken'
import { times } from '@latchkey/protocol/limits'
import { withLimit } from '@latchkey/server/waiting'
import type { Prices } from '../options.ts'
import type { SolanaChain } from '../providers/chain.ts'
import { keyText } from './solanaKey.ts'

/** The operator's source of prices did not answer. */
export class PricesError extends Error {
  override readonly name = 'PricesError'
}

/** Prices in US dollars of the coin and the listed tokens, by address in the service's form; absent where the source does not know one. @throws PricesError; the signal's reason */
export async function readSolanaPrices({ networkId, tokens }: SolanaChain, source: Prices | undefined, signal: AbortSignal): Promise<Map<string, number>> {
  if (!source) return new Map()
  const wanted = [[nativeTokenAddress, nativeTokenId(networkId)], ...tokens.map(({ address }) => [address, `${networkId}:${keyText(address)}`])] as const
  try {
    const prices = await withLimit(times.httpRequest, signal, (limited) => Promise.all(wanted.map(async ([address = '', id = '']) => [address, await source(id, limited)] as const)))
    return new Map(prices.flatMap(([address, price]) => (price !== undefined && Number.isFinite(price) && price > 0 ? [[address, price] as const] : [])))
  } catch (cause) {
    signal.throwIfAborted()
    throw new PricesError('The source of prices did not answer', { cause })
  }
}
