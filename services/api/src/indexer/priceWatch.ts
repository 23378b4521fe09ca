import type { ChainIndex, Hex, Pool } from '../chainIndex/chainIndex.ts'
import type { Chain } from '../providers/chain.ts'
import { findPools } from '../providers/prices.ts'
import type { Knowledge } from './indexBlock.ts'

/** The data for prices in the past: the pools whose reserves price listed tokens. */
export type PriceWatch = {
  wrapped: Hex | undefined
  isPricePool: Knowledge['isPricePool']
  pools: readonly Pool[]
}

/**
 * Finds the existing pools. Later pools are found in the block that creates them.
 * @throws NodesError
 */
export async function startPriceWatch(
  chain: Chain,
  index: ChainIndex,
  signal: AbortSignal,
): Promise<PriceWatch> {
  const dex = chain.namespace === 'eip155' ? chain.dex : undefined
  if (!dex || chain.namespace !== 'eip155')
    return { wrapped: undefined, isPricePool: () => false, pools: [] }
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
