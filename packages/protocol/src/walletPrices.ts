/**
 * The request with which the e-mail wallet's frame asks for the price of a token. It is like those
 * of `walletServer.ts`, and a module of its own, so that the frame loads it only when it needs it.
 * docs/contracts/wallet-server.md#prices
 */
import * as v from 'valibot'
import { isEvmAddress } from './chains/evm.ts'
import type { WalletCall } from './walletServer.ts'

/** Max price of one whole token, in US dollars. A higher one is an error of the source. */
export const maxPrice = 1e12

/**
 * A price that a source may give: finite, above 0, and no more than {@link maxPrice}. A source that
 * does not know a price gives 0.
 */
export const price = v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(maxPrice))

/**
 * Returns the price of one whole token in US dollars; null if no source knows it, or the source
 * does not answer in time. Without `token`: that of the network's currency. 404 `notFound` for a
 * network that is not served.
 */
export const getPrice = {
  path: '/v1/prices',
  params: v.strictObject({
    networkId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    token: v.optional(v.custom<`0x${string}`>(isEvmAddress, 'Expected an address')),
  }),
  result: v.object({ price: v.nullable(price) }),
  needsLogin: true,
} as const satisfies WalletCall
