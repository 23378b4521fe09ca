import { onrampQuote } from '@latchkey/protocol/onramp'
import { callApi } from '../../core/http/callApi.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { isLess } from './decimal.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { OnrampProvider } from './providers.lazy.ts'

/**
 * The requested purchase: `amount` of money, a decimal string, and the `symbol` of a token on a
 * network. Without a `method`, the offers of all payment methods are returned.
 */
export type QuoteRequest = {
  amount: string
  currency: string
  symbol: string
  networkId: NetworkId | string
  method?: string
  signal?: AbortSignal
}

/** The parameters of a request whose token is known. */
export type QuoteParameters = Omit<QuoteRequest, 'networkId'> & {
  networkId: NetworkId
  token?: string
}

/**
 * A provider's offer. Amounts are decimal strings of whole units. Fees are in the payment's
 * currency, undefined if the provider does not give them.
 */
export type OnrampQuote = {
  provider: OnrampProvider
  /** The API's id of the payment method. */
  method?: string
  payment: { amount: string; currency: string }
  /**
   * `token` is its contract, absent for the native token. Without an `amount`, only the provider's
   * page shows it.
   */
  purchase: { amount?: string; symbol: string; networkId: NetworkId; token?: string }
  fees: { provider?: string; network?: string; total?: string }
  /** When the offer expires, in milliseconds since 1970. */
  expiresAt: number
  /** Whether it is an estimate, because no provider has answered. It can't be bought. */
  isEstimate: boolean
  /** The API's id of the offer. */
  quoteId?: string
}

/**
 * Returns an estimate of the tokens that an amount buys. It is used when no provider answers. It is
 * the API's default quote (docs/contracts/api.md#onramp-options-and-quote). If there is none, it
 * has only the payment, without an amount of tokens. The quote is marked as an estimate, and can't
 * be used for a purchase.
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
