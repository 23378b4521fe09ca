import * as counts from '@latchkey/protocol/counts'
import { kitError } from '../../core/errors/errors.ts'
import type { ErrorCode } from '../../core/errors/errors.ts'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type {
  SwapOffer,
  SwapOrder,
  SwapPlan,
  SwapMethod,
} from '../../core/contracts/facets/swap.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { isSlippage, slippageOf } from './slippage.ts'

/**
 * A swap that was built and checked, ready to be shown and sent. Amounts are in the smallest unit.
 */
export type PreparedSwap = SwapPlan & {
  order: SwapOrder
  offer: SwapOffer
  /** The slippage in percent. */
  slippage: number
  /** Tokens of the account that the check includes, in addition to the two of the swap. */
  held: readonly string[]
}

/**
 * The conditions of a swap. `provider` is the id of a provider: its offer is used if it makes one.
 * @default provider: that of the best offer
 */
export type SwapConditions = {
  slippage?: number
  provider?: string
  held?: readonly string[]
  without?: readonly SwapMethod[]
  signal?: AbortSignal
}

/**
 * Chooses an offer for an order, builds its transactions, and simulates them at the node. The offer
 * is the best valid one, unless a provider is given. The wallet gets no request that the visitor
 * would see.
 * @throws KitError actionNotAllowed for an invalid slippage; liquidityMissing, swapsUnsupported,
 *   swapRefused, priceMoved; requestAborted; errors of the service and the node
 */
export async function prepareOrder(
  kit: Kit,
  order: SwapOrder,
  { slippage = slippageOf(kit), provider, held = [], without, signal }: SwapConditions = {},
): Promise<PreparedSwap> {
  if (!isSlippage(slippage))
    throw kitError('actionNotAllowed', {
      details: `The slippage is not between 0.01 and ${counts.maxSlippage} percent.`,
    })
  const facet = await facetOf(kit, order.networkId, 'swap')
  const offers = await facet.readOffers({ ...order, signal })
  const chosen = offers.filter(
    (candidate) => provider !== undefined && candidate.provider?.id === provider,
  )
  const prepare = async (offer: SwapOffer): Promise<PreparedSwap> => ({
    ...(await facet.plan({ ...order, offer, slippage, heldTokens: held, without, signal })),
    order,
    offer,
    slippage,
    held,
  })
  return firstValidOffer(chosen.length > 0 ? chosen : offers, prepare)
}

/** The maximum number of offers that are tried one after another. */
const maxTriedOffers = 3

/**
 * Prepares the best offer; if it is not valid, the next offer, and so on. Otherwise a service that
 * offers more than it can deliver would block all others. If no offer is valid, the error is that
 * of the best offer.
 * @throws the errors of `prepare`; KitError liquidityMissing if there are no offers
 */
async function firstValidOffer(
  offers: readonly SwapOffer[],
  prepare: (offer: SwapOffer) => Promise<PreparedSwap>,
): Promise<PreparedSwap> {
  const [best, ...otherOffers] = offers.slice(0, maxTriedOffers)
  if (!best) throw kitError('liquidityMissing')
  const first = await prepare(best).catch((error: unknown) =>
    otherOffers.length > 0 && isOfferError(error) ? { error } : Promise.reject(error as Error),
  ) // the cast: `prepare` throws errors
  if (!('error' in first) && !first.problems.includes('fails')) return first
  for (const offer of otherOffers) {
    const next = await prepare(offer).catch((error: unknown) =>
      isOfferError(error) ? undefined : Promise.reject(error as Error),
    ) // the cast: as above
    if (next && !next.problems.includes('fails')) return next
  }
  if ('error' in first) throw first.error
  return first
}

/**
 * Whether an error is about one offer only: the service does not build the offer, or builds another
 * swap.
 */
const isOfferError = (error: unknown) => KitError.is(error) && offerErrors.has(error.code)
const offerErrors: ReadonlySet<ErrorCode> = new Set([
  'swapRefused',
  'liquidityMissing',
  'priceMoved',
  'httpFailed',
])

/**
 * Prepares a swap again, because its price may have moved. The minimum to which the visitor has
 * agreed stays the same.
 * @throws KitError priceMoved if the offer is below the minimum now; the errors of
 *   {@link prepareOrder}
 */
export async function prepareAgain(
  kit: Kit,
  { order, offer, slippage, held, minimum }: PreparedSwap,
  { without, signal }: Pick<SwapConditions, 'without' | 'signal'>,
): Promise<PreparedSwap> {
  const facet = await facetOf(kit, order.networkId, 'swap')
  const offers = await facet.readOffers({ ...order, signal })
  const fresh =
    offers.find((candidate) => candidate.provider?.id === offer.provider?.id) ?? offers[0]
  if (!fresh || fresh.arrives < minimum) throw kitError('priceMoved')
  // in percent, rounded down to two decimals
  const maxSlippage = Number(((fresh.arrives - minimum) * 10_000n) / fresh.arrives) / 100
  const narrowed = Math.min(slippage, maxSlippage)
  if (fresh.kind === 'swap' && !isSlippage(narrowed)) throw kitError('priceMoved')
  const usedSlippage = fresh.kind === 'swap' ? narrowed : slippage
  const plan = await facet.plan({
    ...order,
    offer: fresh,
    slippage: usedSlippage,
    heldTokens: held,
    without,
    signal,
  })
  return { ...plan, order, offer: fresh, slippage: usedSlippage, held }
}
