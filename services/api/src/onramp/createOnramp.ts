import type { ListenOptions } from '@latchkey/server/openPort'
import type { Listening } from '@latchkey/server/serve'
import type { Database } from '@latchkey/server/db/database'
import { createAccess } from '../db/createAccess.ts'
import type { Metrics } from '../metrics.ts'
import type { CheckedOptions, Rates } from '../options.ts'
import type { EvmPrices } from '../chains/evm/evmChain.ts'
import { createCheckout } from './checkout/createCheckout.ts'
import { createOrders, type Orders } from './createOrders.ts'
import { deriveKey } from './deriveKey.ts'
import { createCoinbase, type Coinbase } from './links/createCoinbase.ts'
import { createMeld } from './links/createMeld.ts'
import type { OnrampProvider } from './onrampProvider.ts'
import { createOffers } from './sandbox/createOffers.ts'
import { createSandbox, sandboxId } from './sandbox/createSandbox.ts'
import { createOfferSeal, type OfferSeal } from './sealOffers.ts'
import { createStock } from './treasury/createStock.ts'
import { createTreasury } from './treasury/createTreasury.ts'
import type { ServedEvmChain } from '../chains/evm/evmChain.ts'

/** The on-ramp, with the providers that the operator has turned on. */
export type Onramp = {
  /** The providers, in the order of the list. */
  providers: readonly OnrampProvider[]
  /** The provider behind `generators/onrampurl`. */
  coinbase: Coinbase | undefined
  /** The parts for providers with orders; undefined where there is none. */
  following:
    | {
        seal: OfferSeal
        orders: Orders
        /** The address of the treasury; nothing is sold to it. */
        sender: `0x${string}`
      }
    | undefined
  /** The sandbox's checkout, a server of its own. */
  checkout: { listen(where: ListenOptions): Promise<Listening> } | undefined
  /** Receives the URL on which the API listens, so that the checkout reaches it. */
  listensAt(url: string): void
  close(how?: { drain?: number }): Promise<void>
}

export type OnrampParts = {
  options: CheckedOptions['onramp']
  open: (() => Promise<Database>) | undefined
  chains: readonly ServedEvmChain[]
  state: { prices: EvmPrices }
  rates: Rates
  fetch: typeof fetch
  now: () => number
  trustProxy: number
  metrics: Metrics
  onFailure: (error: Error) => void
}

/** Makes the providers, and starts to follow their orders. */
export function createOnramp(parts: OnrampParts): Onramp {
  const { options = {}, open } = parts
  const sandbox = options.sandbox && open ? startSandbox(options.sandbox, open, parts) : undefined
  const coinbase = options.coinbase && createCoinbase(options.coinbase, parts)
  return {
    providers: [
      ...(sandbox ? [sandbox.provider] : []),
      ...(coinbase ? [coinbase] : []),
      ...(options.meld ? [createMeld(options.meld)] : []),
    ],
    coinbase,
    following: sandbox?.following,
    checkout: sandbox?.checkout,
    listensAt: (url) => sandbox?.listensAt(url),
    close: async (how) => sandbox?.close(how),
  }
}

function startSandbox(
  {
    treasury: key,
    networks,
    symbols,
    url,
    webhookUrl,
    confirmations,
  }: NonNullable<NonNullable<CheckedOptions['onramp']>['sandbox']>,
  open: () => Promise<Database>,
  { chains: all, state, rates, fetch, now, trustProxy, metrics, onFailure }: OnrampParts,
) {
  const chains = all.filter(({ networkId }) => networks.includes(networkId))
  const access = createAccess(open, onFailure)
  const messageKey = deriveKey(key, 'webhooks')
  let apiUrl: string | undefined
  const toWebhook = () =>
    webhookUrl ?? (apiUrl === undefined ? undefined : `${apiUrl}/v1/onramp/webhooks/${sandboxId}`)
  const checkout = createCheckout({
    access,
    key: messageKey,
    url,
    webhookUrl: toWebhook,
    fetch,
    now,
    trustProxy,
    metrics,
  })
  const treasury = createTreasury({ access, chains, key, confirmations, now, metrics, onFailure })
  const orders = createOrders({ access, now, metrics, onPaid: treasury.wake })
  const offers = createOffers({
    provider: sandboxId,
    chains,
    symbols,
    state,
    rates,
    stock: createStock({ access, owner: treasury.address, now }),
    now,
  })
  return {
    provider: createSandbox({ offers, open: checkout.open, key: messageKey, now }),
    following: {
      seal: createOfferSeal(deriveKey(key, 'offers')),
      orders,
      sender: treasury.address,
    },
    checkout: { listen: checkout.listen },
    listensAt: (at: string) => void (apiUrl ??= at),
    async close(how?: { drain?: number }) {
      await checkout.close(how)
      await Promise.all([treasury.close(), orders.close()])
      await access.close()
    },
  }
}
