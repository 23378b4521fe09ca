import { useMemo } from 'react'
import {
  getOnrampOptions,
  getOnrampProviders,
  getOnrampQuotes,
  getPurchases,
  startOrder,
  watchOrder,
} from '../../domains/onramp/actions.ts'
import type { OnrampOptions } from '../../domains/onramp/options.lazy.ts'
import type { StartOrder } from '../../domains/onramp/order/startOrder.lazy.ts'
import type { WatchOrder } from '../../domains/onramp/order/watchOrder.lazy.ts'
import type { OnrampProvider } from '../../domains/onramp/providers.lazy.ts'
import type { Purchases } from '../../domains/onramp/order/purchases.lazy.ts'
import type { OnrampOffers } from '../../domains/onramp/quotes.lazy.ts'
import type { Order } from '../../core/contracts/order.ts'
import { useKit } from './useKit.ts'
import { useOrders } from './useOrders.ts'
import type { QuoteRequest } from '../../domains/onramp/estimate.ts'

/** The functions to buy tokens without the kit's screens. */
export type Onramp = {
  /** The purchases of the current account from this browser, newest first. */
  orders: readonly Order[]
  /** Calls `getOnrampOptions`. */
  options(parameters?: { signal?: AbortSignal }): Promise<OnrampOptions>
  /** Calls `getOnrampProviders`. */
  providers(parameters?: { signal?: AbortSignal }): Promise<readonly OnrampProvider[]>
  /** Calls `getOnrampQuotes`. */
  quotes(request: QuoteRequest): Promise<OnrampOffers>
  /** Calls `getPurchases`. */
  purchases(parameters?: { signal?: AbortSignal }): Promise<Purchases>
  /** Calls `startOrder`. */
  start(parameters: StartOrder): Promise<Order>
  /** Calls `watchOrder`. */
  watch(parameters: WatchOrder): () => void
}

/**
 * Returns the functions to buy tokens with money from the companies that the site's API lists. The
 * first call loads their code.
 */
export function useOnramp(): Onramp {
  const kit = useKit()
  const orders = useOrders()
  return useMemo(
    () => ({
      orders,
      options: (parameters) => getOnrampOptions(kit, parameters),
      providers: (parameters) => getOnrampProviders(kit, parameters),
      quotes: (request) => getOnrampQuotes(kit, request),
      purchases: (parameters) => getPurchases(kit, parameters),
      start: (parameters) => startOrder(kit, parameters),
      watch: (parameters) => watchOrder(kit, parameters),
    }),
    [kit, orders],
  )
}
