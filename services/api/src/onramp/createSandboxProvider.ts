import { onRampFeeRange, onRampLimits, counts } from '@latchkey/protocol/limits'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import {
  sellerMessage,
  sellerOptions,
  sellerOrders,
  sellerQuotes,
  sellerStock,
} from '@latchkey/protocol/seller'
import { deriveKey } from '@latchkey/server/deriveKey'
import { messageFault, signatureHeader } from '@latchkey/server/signedMessage'
import type * as v from 'valibot'
import { ApiError } from '../apiError.ts'
import type { NewOrder, OrderProvider } from './onrampProvider.ts'
import { createSellerRequest } from './requestSeller.ts'

/** The id of the sandbox as a provider. */
export const sandboxId = 'sandbox'

/**
 * Makes the provider for the sandbox: a service that takes test cards, and pays out the bought
 * tokens from a treasury. docs/contracts/api.md#sellers
 * @param options.url the address of that service
 * @param options.secret both services sign their messages with it
 */
export function createSandboxProvider(
  { url, secret }: { url: string; secret: string },
  { fetch, now }: { fetch: typeof globalThis.fetch; now: () => number },
): OrderProvider {
  const request = createSellerRequest({ url, key: deriveKey(secret, 'requests'), fetch, now })
  const key = deriveKey(secret, 'webhooks')
  return {
    kind: 'orders',
    id: sandboxId,
    facts: {
      serviceProvider: sandboxId,
      name: 'Sandbox',
      status: 'LIVE',
      categories: ['CRYPTO_ONRAMP'],
      feeRange: onRampFeeRange,
      methods: onRampLimits.map(({ id }) => id),
      isTest: true,
    },
    options: (signal) => request(sellerOptions, {}, signal),
    quotes: async (wanted, signal) =>
      (await request(sellerQuotes, wanted, signal)).map((offer) => ({
        ...offer,
        provider: sandboxId,
      })),
    isInStock: async ({ networkId, token, amount }, wallet, signal) =>
      (await request(sellerStock, { networkId, token, amount, wallet }, signal)).isInStock,
    begin: async (order, signal) => (await request(sellerOrders, bodyOf(order), signal)).url,
    readWebhook(headers, body) {
      const fault = messageFault(key, headers.get(signatureHeader), body, now())
      if (fault !== undefined) throw new ApiError(401, 'signature', fault)
      try {
        const limits = { bytes: counts.onrampWebhookBytes, depth: 4, values: 32 }
        return readShape(sellerMessage, readJson(body, limits))
      } catch (error) {
        if (error instanceof BorderError) throw new ApiError(400, '', error.message)
        throw error
      }
    },
  }
}

/** The order as the seller gets it, without what only the API stores. */
const bodyOf = (order: NewOrder): v.InferOutput<typeof sellerOrders.body> => ({
  id: order.id,
  method: order.method,
  currency: order.currency,
  cents: order.cents,
  transactionFee: order.transactionFee,
  networkFee: order.networkFee,
  networkId: order.networkId,
  networkName: order.networkName,
  token: order.token,
  symbol: order.symbol,
  decimals: order.decimals,
  amount: order.amount,
  wallet: order.wallet,
  redirectUrl: order.redirectUrl,
  expiresAt: order.expiresAt,
})
