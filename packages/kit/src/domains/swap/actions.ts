import { loadCode } from '../../core/page/loadCode.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { SwapGasPrices, SwapOffer, SwapToken } from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { activeNetworkId } from '../../core/kit/state.ts'
import type { SwapParameters } from './readOrder.lazy.ts'
import type { PreparedSwap, SwapConditions } from './prepareSwap.lazy.ts'
import type { sendSwap as send } from './run/sendSwap.lazy.ts'
import { swapTokensQuery } from './swapTokensQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Returns the tokens that can be swapped on the visitor's network, cached for an hour.
 * @throws KitError swapsUnsupported, httpFailed …
 */
export async function getSwapTokens(kit: Kit): Promise<readonly SwapToken[]> {
  const { client } = await contextOf(kit).queries()
  return client.fetchQuery(swapTokensQuery(kit, activeNetworkId(kit.getState())))
}

/**
 * Returns the gas prices of the visitor's network from the site's API.
 * @throws KitError gasPriceUnsupported, httpFailed …
 */
export async function getSwapGasPrices(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SwapGasPrices> {
  const networkId = activeNetworkId(kit.getState())
  return (await facetOf(kit, networkId, 'swap')).readGasPrices({ networkId, signal })
}

/**
 * Returns the offers of all providers for a swap of the current account, the best first.
 * @throws KitError addressMissing, actionNotAllowed, liquidityMissing, swapsUnsupported, httpFailed
 *   …
 */
export async function getSwapQuotes(
  kit: Kit,
  parameters: SwapParameters,
): Promise<readonly SwapOffer[]> {
  const order = await orderOf(kit, parameters)
  return (await facetOf(kit, order.networkId, 'swap')).readOffers({
    ...order,
    signal: parameters.signal,
  })
}

/**
 * Chooses an offer, builds its transactions, and simulates them at the network's node. The wallet
 * gets no request that the visitor would see.
 * @throws KitError as {@link getSwapQuotes}; swapRefused if the transactions do anything else than
 *   the offer says; priceMoved
 */
export async function prepareSwap(
  kit: Kit,
  { from, to, amount, ...conditions }: SwapParameters & SwapConditions,
): Promise<PreparedSwap> {
  const [order, { prepareOrder }] = await Promise.all([
    orderOf(kit, { from, to, amount, signal: conditions.signal }),
    loadCode(import('./prepareSwap.lazy.ts')),
  ])
  return prepareOrder(kit, order, conditions)
}

/**
 * Sends a prepared swap, with its approval if it needs one, and resolves when the swap has ended.
 * @throws KitError actionNotAllowed, priceMoved, swapRefused, userRejected …
 */
export const sendSwap = async (...parameters: Parameters<typeof send>): ReturnType<typeof send> =>
  (await loadCode(import('./run/sendSwap.lazy.ts'))).sendSwap(...parameters)

const orderOf = async (kit: Kit, parameters: SwapParameters) =>
  (await loadCode(import('./readOrder.lazy.ts'))).readOrder(kit, parameters)
