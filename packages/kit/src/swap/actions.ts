import { loadCode } from '../core/loadCode.ts'
import { facetOf } from '../core/facetOf.ts'
import type { SwapGasPrices, SwapOffer, SwapToken } from '../core/facets/swap.ts'
import type { Kit } from '../core/kit.ts'
import { activeNetworkId } from '../core/state.ts'
import type { SwapParameters } from './readOrder.ts'
import type { PreparedSwap, SwapConditions } from './review/prepareSwap.ts'
import type { sendSwap as send } from './run/sendSwap.ts'
import { swapTokensQuery } from './swapTokensQuery.ts'

/**
 * The tokens that can be swapped on the visitor's network, cached for an hour. @throws KitError
 * swapsUnsupported, httpFailed …
 */
export async function getSwapTokens(kit: Kit): Promise<readonly SwapToken[]> {
  const { client } = await kit.context.queries()
  return client.fetchQuery(swapTokensQuery(kit, activeNetworkId(kit.getState())))
}

/**
 * What a unit of a transaction's work costs on the visitor's network, as the site's API tells it.
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
 * The offers of all providers for a swap of the current account, the best first. @throws KitError
 * addressMissing, actionNotAllowed, liquidityMissing, swapsUnsupported, httpFailed …
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
 * Takes an offer, builds its transactions and has the network's node run them; see `prepareOrder`.
 * The wallet is asked for nothing that a person would see.
 * @throws KitError as {@link getSwapQuotes}; swapRefused when the transactions do anything but what
 *   the offer says; priceMoved
 */
export async function prepareSwap(
  kit: Kit,
  { from, to, amount, ...conditions }: SwapParameters & SwapConditions,
): Promise<PreparedSwap> {
  const [order, { prepareOrder }] = await Promise.all([
    orderOf(kit, { from, to, amount, signal: conditions.signal }),
    loadCode(import('./review/prepareSwap.ts')),
  ])
  return prepareOrder(kit, order, conditions)
}

/**
 * Sends a prepared swap, with what allows it before, and resolves when it has ended; see
 * `sendSwap.ts`. @throws KitError actionNotAllowed, priceMoved, swapRefused, userRejected …
 */
export const sendSwap = async (...parameters: Parameters<typeof send>): ReturnType<typeof send> =>
  (await loadCode(import('./run/sendSwap.ts'))).sendSwap(...parameters)

const orderOf = async (kit: Kit, parameters: SwapParameters) =>
  (await loadCode(import('./readOrder.ts'))).readOrder(kit, parameters)
