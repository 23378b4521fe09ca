import { onRampFeeRange, counts } from '@latchkey/protocol/limits'
import { orderFailures } from '@latchkey/protocol/onramp'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import type { Terms } from '../checkout/session.ts'
import type { OrderProvider } from '../onrampProvider.ts'
import { checkMessage, signatureHeader } from '../signedMessage.ts'
import type { Offers } from './createOffers.ts'
import { methods } from './methods.ts'

/** The sandbox's id among the providers. */
export const sandboxId = 'sandbox'

const event = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  orderId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  type: v.picklist(['paying', 'paid', 'failed']),
  reason: v.nullish(v.picklist(orderFailures)),
})

/**
 * The sandbox provider: a checkout that looks like a real one, accepts test cards, and has the
 * bought tokens sent from a treasury.
 * @param options.open creates the page of an order, and returns its URL
 * @param options.key signs the checkout's messages
 */
export function createSandbox({
  offers,
  open,
  key,
  now,
}: {
  offers: Offers
  open: (orderId: string, terms: Terms, expiresAt: number) => Promise<string>
  key: Uint8Array
  now: () => number
}): OrderProvider {
  return {
    kind: 'orders',
    id: sandboxId,
    facts: {
      serviceProvider: sandboxId,
      name: 'Sandbox',
      status: 'LIVE',
      categories: ['CRYPTO_ONRAMP'],
      feeRange: onRampFeeRange,
      methods: methods.map(({ id }) => id),
      isTest: true,
    },
    options: offers.options,
    quotes: offers.quotes,
    isInStock: offers.isInStock,
    begin({
      id,
      method,
      currency,
      cents,
      transactionFee,
      networkFee,
      symbol,
      decimals,
      amount,
      networkName,
      wallet,
      redirectUrl,
      expiresAt,
    }) {
      const money = {
        method,
        currency,
        cents: String(cents),
        transactionFee: String(transactionFee),
        networkFee: String(networkFee),
      }
      return open(
        id,
        {
          ...money,
          symbol,
          decimals,
          amount: String(amount),
          networkName,
          wallet,
          redirectUrl: redirectUrl ?? null,
        },
        expiresAt,
      )
    },
    readWebhook(headers, body) {
      checkMessage(key, headers.get(signatureHeader), body, now())
      try {
        const { reason, ...read } = readShape(
          event,
          readJson(body, { bytes: counts.onrampWebhookBytes, depth: 4, values: 32 }),
        )
        return { ...read, reason: reason ?? undefined }
      } catch (error) {
        if (error instanceof BorderError) throw new ApiError(400, '', error.message)
        throw error
      }
    },
  }
}
