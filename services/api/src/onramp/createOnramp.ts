import { createAccess } from '@latchkey/server/db/createAccess'
import { deriveKey } from '@latchkey/server/deriveKey'
import type { Database } from '@latchkey/server/db/database'
import type { Metrics } from '../metrics.ts'
import type { CheckedOptions } from '../options.ts'
import type { ChainKeys } from '../chains/chainReader.ts'
import { createOrders, type Orders } from './createOrders.ts'
import { createSandboxProvider } from './createSandboxProvider.ts'
import { createCoinbase, type Coinbase } from './links/createCoinbase.ts'
import { createMeld } from './links/createMeld.ts'
import type { OnrampProvider } from './onrampProvider.ts'
import { createOfferSeal, type OfferSeal } from './sealOffers.ts'

/** The purchases with money, at the providers that the operator has turned on. */
export type Onramp = {
  /** The providers, in the order in which answers list them. */
  providers: readonly OnrampProvider[]
  /** The provider for the endpoint `generators/onrampurl`. */
  coinbase: Coinbase | undefined
  /** What providers with orders need; undefined if there is no such provider. */
  following: { seal: OfferSeal; orders: Orders } | undefined
  close(): Promise<void>
}

export type OnrampParts = {
  options: CheckedOptions['onramp']
  open: (() => Promise<Database>) | undefined
  /** How a network (CAIP-2) writes accounts; undefined for a network that is not served now. */
  keysOf: (networkId: string) => ChainKeys | undefined
  fetch: typeof fetch
  now: () => number
  metrics: Metrics
  onFailure: (error: Error) => void
}

/** Makes the providers, and starts to follow orders. */
export function createOnramp(parts: OnrampParts): Onramp {
  const { options = {}, open, keysOf, now, metrics, onFailure } = parts
  const access = options.sandbox && open && createAccess(open, onFailure)
  const orders = access && createOrders({ access, keysOf, now, metrics })
  const coinbase = options.coinbase && createCoinbase(options.coinbase, parts)
  return {
    providers: [
      ...(options.sandbox && orders ? [createSandboxProvider(options.sandbox, parts)] : []),
      ...(coinbase ? [coinbase] : []),
      ...(options.meld ? [createMeld(options.meld)] : []),
    ],
    coinbase,
    following: options.sandbox &&
      orders && { seal: createOfferSeal(deriveKey(options.sandbox.secret, 'offers')), orders },
    async close() {
      await orders?.close()
      await access?.close()
    },
  }
}
