import * as times from '@latchkey/protocol/times'
import { onrampMultiQuotes } from '@latchkey/protocol/onramp'
import { readOnrampMax } from '@latchkey/protocol/onrampMax'
import type { ProviderQuote } from '@latchkey/protocol/onramp'
import type { ApiContext } from '../../core/http/callApi.ts'
import { callApi } from '../../core/http/callApi.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { decimalOf, isEqual, isLess, scaled } from './decimal.ts'
import { estimate, type QuoteParameters, type OnrampQuote, type QuoteRequest } from './estimate.ts'
import { isRefused } from '../../core/errors/isRefused.ts'
import { isCoinbase, isOnCoinbase } from './coinbaseUrl.ts'
import { limitFaultOf } from './limits.ts'
import { getOnrampOptions } from './options.lazy.ts'
import { getOnrampProviders, nameOf } from './providers.lazy.ts'
import type { OnrampProvider } from './providers.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Returns the offers of all providers after all fees, the highest amount of tokens first. A
 * provider that shows its price only on its own page comes last. Empty if no provider sells the
 * token. The limits of the payment method are checked before any offer is requested.
 *
 * If the API fails or there is none, the only entry is an estimate, with the error as
 * {@link OnrampOffers}`.outage`.
 * @throws KitError actionNotAllowed for an amount outside the limits, or a token or currency that
 *   is not offered; requestAborted
 */
export async function getOnrampQuotes(kit: Kit, request: QuoteRequest): Promise<OnrampOffers> {
  const { api } = contextOf(kit)
  const { amount, currency, symbol, networkId, method, signal } = request
  const options = await getOnrampOptions(kit, signal && { signal })
  const token = options.tokens.find(
    (token) => token.symbol === symbol && token.networkId === networkId,
  )
  const methods = options.currencies.find(({ id }) => id === currency)?.methods
  const limit = limitFaultOf(options, { currency, method, amount })
  if (
    !token ||
    !methods ||
    scaled(amount) === undefined ||
    (method !== undefined && !methods.some(({ id }) => id === method))
  )
    throw kitError('actionNotAllowed', { details: 'This can not be bought here.' })
  if (limit)
    throw kitError('actionNotAllowed', { details: `${limit.fault}: ${limit.limit} ${currency}` })
  const parameters: QuoteParameters = {
    ...request,
    networkId: token.networkId,
    ...(token.address && { token: token.address }),
  }
  const isOpen = (quote: OnrampQuote) =>
    !limitFaultOf(options, { currency, method: quote.method, amount })
  try {
    if (!api) throw kitError('httpFailed', { details: 'The site has no API.' })
    let most: string | undefined
    const onRefusal = (error: unknown) => {
      most = maxAmountOf(error, parameters)
      return emptyIfRefused(error)
    }
    const [rows, providers] = await Promise.all([
      requestQuotes(kit, api, parameters).catch(onRefusal),
      getOnrampProviders(kit, signal && { signal }).catch((error: unknown) => {
        if (KitError.is(error, 'requestAborted')) throw error
        return [] // the list only has the providers' names and logos; the offers have their ids
      }),
    ])
    const available = providers.filter(
      ({ id, symbols, networkIds }) =>
        (symbols?.includes(symbol) ?? true) &&
        (networkIds?.includes(networkId) ?? (!isCoinbase(id) || isOnCoinbase(networkId))),
    )
    return {
      quotes: readQuotes(rows, {
        parameters,
        providers: available,
        now: contextOf(kit).clock.now(),
      }).filter(isOpen),
      ...(most !== undefined && { most }),
    }
  } catch (error) {
    if (KitError.is(error, 'requestAborted') || signal?.aborted) throw error
    return {
      quotes: [await estimate(kit, parameters)],
      outage: KitError.is(error) ? error : kitError('somethingWrong', { cause: error }),
    }
  }
}

/**
 * If the API refuses one of these fields of the request, no provider sells the token
 * (docs/contracts/api.md#offers-and-providers). The refusal of another field (the project, the
 * address …) is an error.
 */
const soldBy = [
  'sourceAmount',
  'sourceCurrencyCode',
  'destinationCurrencyCode',
  'paymentMethodType',
  'chainId',
  'currency',
  'provider',
]

/**
 * Returns an empty list if the error means that no provider sells the token.
 * @throws any other error
 */
function emptyIfRefused(error: unknown): readonly never[] {
  if (isRefused(error, ...soldBy)) return []
  throw error
}

/**
 * Returns the largest amount that can be paid, as the API's refusal reports it. Undefined if it
 * reports none, or an amount that is not less than the requested one.
 */
function maxAmountOf(error: unknown, { amount, currency }: QuoteParameters): string | undefined {
  const most =
    KitError.is(error, 'httpFailed') && error.details !== undefined
      ? readOnrampMax(error.details, currency)
      : undefined
  return most !== undefined && isLess('0', most) && isLess(most, amount) ? most : undefined
}

/**
 * The offers. `outage` is the API's error if the only offer is an estimate. `most` is set if no
 * provider accepts the requested amount now: the largest amount of the currency that can be paid, a
 * decimal string.
 */
export type OnrampOffers = { quotes: readonly OnrampQuote[]; outage?: KitError; most?: string }

function requestQuotes(
  kit: Kit,
  api: ApiContext,
  { amount, currency, symbol, networkId, method, signal }: QuoteParameters,
): Promise<readonly ProviderQuote[]> {
  const account = accountOf(kit.getState())
  const body = {
    // the API takes a number here. `readQuotes` compares the answers with the text
    sourceAmount: Number(amount),
    sourceCurrencyCode: currency,
    destinationCurrencyCode: symbol,
    chainId: networkId,
    ...(api.projectId && { projectId: api.projectId }),
    ...(method !== undefined && { paymentMethodType: method }),
    ...(account && { walletAddress: account.address }),
  }
  return callApi(api, onrampMultiQuotes, { query: {}, body, retries: 1, signal })
}

type QuoteContext = {
  parameters: QuoteParameters
  providers: readonly OnrampProvider[]
  now: number
}

/**
 * Reads the rows that answer the request, the best offer first. Rows with impossible numbers are
 * left out.
 */
function readQuotes(rows: readonly ProviderQuote[], context: QuoteContext): readonly OnrampQuote[] {
  const quotes = rows.flatMap((row) => readQuote(row, context) ?? [])
  const best = new Map<string, OnrampQuote>()
  for (const quote of [...quotes].sort(byAmount)) {
    const key = `${quote.provider.id} ${quote.method ?? ''}`
    if (!best.has(key)) best.set(key, quote)
  }
  return [...best.values(), ...unpriced(context, quotes)]
}

function readQuote(
  row: ProviderQuote,
  { parameters, providers, now }: QuoteContext,
): OnrampQuote | undefined {
  const { amount, currency, symbol, networkId, token, method } = parameters
  const [arrives, pays] = [decimalOf(row.destinationAmount), decimalOf(row.sourceAmount)]
  const isAnswer =
    row.sourceCurrencyCode === currency &&
    row.destinationCurrencyCode === symbol &&
    pays !== undefined &&
    isEqual(pays, amount) &&
    (method === undefined || !row.paymentMethodType || row.paymentMethodType === method)
  if (!isAnswer || arrives === undefined || !isLess('0', arrives)) return undefined
  const [total, network, provider] = [row.totalFee, row.networkFee, row.transactionFee].map(
    (fee) => (fee === null || fee === undefined ? undefined : (decimalOf(fee) ?? 'none')),
  )
  if (
    [total, network, provider].some(
      (fee) => fee !== undefined && (fee === 'none' || isLess(amount, fee)),
    )
  )
    return undefined
  const chosen = row.paymentMethodType ?? method
  return {
    provider: providers.find(({ id }) => id === row.serviceProvider) ?? {
      id: row.serviceProvider,
      name: nameOf(row.serviceProvider),
      isTest: false,
    },
    ...(chosen && cleanText(chosen) === chosen && { method: chosen }),
    payment: { amount, currency },
    purchase: { amount: arrives, symbol, networkId, ...(token && { token }) },
    fees: { ...(provider && { provider }), ...(network && { network }), ...(total && { total }) },
    expiresAt: endOf(row, now),
    isEstimate: false,
    ...(row.quoteId && { quoteId: row.quoteId }),
  }
}

/**
 * Returns the end of an offer. The device's clock may be wrong by hours, so the reported end is
 * limited: every new offer is valid for a short minimum time, and not longer than is plausible. The
 * API checks the true end.
 */
const endOf = ({ expiresAt = 0 }: ProviderQuote, now: number) =>
  Math.min(Math.max(expiresAt, now + times.onrampOffer), now + times.onrampOptions)

/** Returns offers without an amount, of providers that show their price only on their own page. */
function unpriced(
  {
    parameters: { amount, currency, symbol, networkId, token, method },
    providers,
    now,
  }: QuoteContext,
  quotes: readonly OnrampQuote[],
): readonly OnrampQuote[] {
  const others = providers.filter(
    ({ id, methods, isTest }) =>
      !isTest &&
      !quotes.some(({ provider }) => provider.id === id) &&
      (method === undefined || !methods || methods.includes(method)),
  )
  return others.map((provider) => ({
    provider,
    ...(method !== undefined && { method }),
    payment: { amount, currency },
    purchase: { symbol, networkId, ...(token && { token }) },
    fees: {},
    expiresAt: now + times.onrampOptions,
    isEstimate: false,
  }))
}

const byAmount = (a: OnrampQuote, b: OnrampQuote) =>
  isLess(a.purchase.amount ?? '0', b.purchase.amount ?? '0') ? 1 : -1
