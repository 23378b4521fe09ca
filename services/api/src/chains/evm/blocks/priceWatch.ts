import type { ChainIndex, Hex } from '../../../chainIndex/chainIndex.ts'
import { noPriceWatch, type PriceWatch } from '../../../indexer/chainSource.ts'
import type { EvmChain } from '../evmChain.ts'
import { findPools } from '../tokens/poolPrices.ts'

/**
 * Finds the existing pools that give prices. Later pools are found in the blocks that create them.
 * @throws NodesError
 */
export async function startPriceWatch(
  chain: EvmChain,
  index: ChainIndex,
  signal: AbortSignal,
): Promise<PriceWatch> {
  const { dex } = chain
  if (!dex) return noPriceWatch
  await index.addPools(await findPools(chain, signal))
  const quotes = [dex.usd, dex.weth]
  const isListed = (token: Hex) =>
    token === dex.weth || chain.tokens.some(({ address }) => address === token)
  return {
    wrapped: dex.weth,
    isPricePool: (factory, { token0, token1 }) =>
      factory === dex.factory &&
      isListed(token0) &&
      isListed(token1) &&
      (quotes.includes(token0) || quotes.includes(token1)),
    pools: await index.pools(),
  }
}
