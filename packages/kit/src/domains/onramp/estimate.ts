import { onrampQuote } from '@latchkey/protocol/onramp'
import { callApi } from '../../core/http/callApi.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { isLess } from './decimal.ts'
import type { QuoteParameters, OnrampQuote } from './quotes.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Returns an estimate of the tokens that an amount buys. It is used when no provider answers. It is
 * the API's default quote if there is one, else the amount of the payment itself, without a
 * conversion (docs/contracts/api.md#onramp-options-and-quote). The quote is marked as an estimate,
 * and can't be used for a purchase.
 * @throws KitError requestAborted
 */
export async function estimate(kit: Kit, parameters: QuoteParameters): Promise<OnrampQuote> {
  const { amount, currency, symbol, networkId, token } = parameters
  const known = await requestEstimate(kit, parameters)
  const isUsable =
    known?.purchaseAmount.currency === symbol && isLess('0', known.purchaseAmount.amount)
  const feesOf = (fee: { amount: string; currency: string } | undefined) =>
    isUsable && fee?.currency === currency && !isLess(amount, fee.amount) ? fee.amount : undefined
  const [provider, network] = [feesOf(known?.coinbaseFee), feesOf(known?.networkFee)]
  return {
    provider: { id: '', name: '', isTest: false },
    payment: { amount, currency },
    purchase: {
      ...(isUsable && { amount: known.purchaseAmount.amount }),
      symbol,
      networkId,
      ...(token && { token }),
    },
    fees: { ...(provider && { provider }), ...(network && { network }) },
    expiresAt: contextOf(kit).clock.now(),
    isEstimate: true,
  }
}

async function requestEstimate(kit: Kit, { amount, currency, symbol, signal }: QuoteParameters) {
  const { api } = contextOf(kit)
  if (!api) return undefined
  const body = {
    purchaseCurrency: { id: symbol, name: symbol, symbol, networks: [] },
    paymentCurrency: { id: currency, payment_method_limits: [] },
    amount,
    network: symbol,
  }
  return callApi(api, onrampQuote, { query: {}, body, retries: 0, signal }).catch(
    (error: unknown) => {
      if (KitError.is(error, 'requestAborted')) throw error
      return undefined // the visitor sees no error of the on-ramp: docs/contracts/product.md#buying
    },
  )
}
