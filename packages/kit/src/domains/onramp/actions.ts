import { loadCode } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Order } from '../../core/contracts/order.ts'
import type { OnrampOptions } from './options.lazy.ts'
import type { OnrampProvider } from './providers.lazy.ts'
import type { Purchases } from './order/purchases.lazy.ts'
import type { OnrampOffers } from './quotes.lazy.ts'
import type { StartOrder } from './order/startOrder.lazy.ts'
import type { WatchOrder } from './order/watchOrder.lazy.ts'
import type { QuoteRequest } from './estimate.ts'

/**
 * Returns the tokens that can be bought on the site's networks, and the currencies to pay with.
 * @throws KitError requestAborted
 */
export const getOnrampOptions = async (
  kit: Kit,
  parameters?: { signal?: AbortSignal },
): Promise<OnrampOptions> =>
  (await loadCode(import('./options.lazy.ts'))).getOnrampOptions(kit, parameters)

/**
 * Returns the companies that sell tokens, as the site's API lists them.
 * @throws KitError httpFailed, httpTimeout, answerInvalid, requestAborted
 */
export const getOnrampProviders = async (
  kit: Kit,
  parameters?: { signal?: AbortSignal },
): Promise<readonly OnrampProvider[]> =>
  (await loadCode(import('./providers.lazy.ts'))).getOnrampProviders(kit, parameters)

/**
 * Returns the offers of all providers for an amount of money, the best first.
 * @throws KitError actionNotAllowed, requestAborted
 */
export const getOnrampQuotes = async (kit: Kit, request: QuoteRequest): Promise<OnrampOffers> =>
  (await loadCode(import('./quotes.lazy.ts'))).getOnrampQuotes(kit, request)

/**
 * Accepts an offer: starts a purchase. Nothing is paid yet.
 * @throws KitError addressMissing, actionNotAllowed, answerInvalid, httpFailed …
 */
export const startOrder = async (kit: Kit, parameters: StartOrder): Promise<Order> =>
  (await loadCode(import('./order/startOrder.lazy.ts'))).startOrder(kit, parameters)

/**
 * Returns the purchases of the current account that the API knows, including purchases of other
 * browsers.
 * @throws KitError addressMissing, httpFailed …
 */
export const getPurchases = async (
  kit: Kit,
  parameters?: { signal?: AbortSignal },
): Promise<Purchases> =>
  (await loadCode(import('./order/purchases.lazy.ts'))).getPurchases(kit, parameters)

/** Follows a purchase until it ends or the returned function is called. */
export function watchOrder(kit: Kit, parameters: WatchOrder): () => void {
  let stop: (() => void) | undefined
  let isCancelled = false
  loadCode(import('./order/watchOrder.lazy.ts')).then(
    (module) => {
      if (!isCancelled) stop = module.watchOrder(kit, parameters)
    },
    () => void (isCancelled || parameters.onTrouble?.('unreachable')),
  )
  return () => {
    isCancelled = true
    stop?.()
  }
}
