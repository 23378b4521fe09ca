/** Buying tokens with money. docs/contracts/api.md#on-ramp, docs/contracts/product.md#buying */
import * as v from 'valibot'
import { caller, get, post } from './api.ts'
import { counts } from './limits.ts'
import { listOf } from './listOf.ts'
import { rowsOf } from './rowsOf.ts'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
/** A decimal amount in whole units, such as `49.10`. */
const decimal = v.pipe(v.string(), v.regex(/^\d{1,36}(\.\d{1,36})?$/, 'Invalid amount'))
const money = v.object({ amount: decimal, currency: label })
/** A number, which some services send as text. */
const number = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.regex(/^-?\d{1,36}(\.\d{1,36})?$/, 'Invalid number'), v.transform(Number)),
])
const link = v.pipe(v.string(), v.maxLength(8_192))

/**
 * A network on which a currency can be bought. `chain_id` is the number of an EVM network as text,
 * or a CAIP-2 reference.
 */
const purchaseNetwork = v.object({
  name: label,
  display_name: label,
  chain_id: label,
  contract_address: v.nullish(text(128)),
})

/** A token that can be bought. docs/contracts/product.md#buying */
export const purchaseCurrency = v.object({
  id: label,
  name: label,
  symbol: label,
  networks: listOf(purchaseNetwork, counts.onrampNetworks),
})
export type PurchaseCurrency = v.InferOutput<typeof purchaseCurrency>

const methodLimits = v.object({ id: label, min: decimal, max: decimal })

/**
 * A currency in which one can pay, with the min and max amount of each payment method.
 * docs/contracts/product.md#buying
 */
export const paymentCurrency = v.object({
  id: label,
  payment_method_limits: listOf(methodLimits, counts.onrampProviders),
})
export type PaymentCurrency = v.InferOutput<typeof paymentCurrency>

/**
 * The tokens that can be bought, and the currencies to pay with. A row of an unexpected shape is
 * left out. docs/contracts/api.md#onramp-options-and-quote
 */
export const onrampOptions = get(
  '/v1/onramp/options',
  v.object(caller),
  v.object({
    paymentCurrencies: rowsOf(
      v.object({ id: label, payment_method_limits: rowsOf(methodLimits, counts.onrampProviders) }),
      counts.onrampCurrencies,
    ),
    purchaseCurrencies: rowsOf(
      v.object({
        id: label,
        name: label,
        symbol: label,
        networks: rowsOf(purchaseNetwork, counts.onrampNetworks),
      }),
      counts.onrampCurrencies,
    ),
  }),
)
export type OnrampOptions = v.InferOutput<typeof onrampOptions.answer>

/**
 * The price of an amount at the first provider. Published kits send this request. `amount` is
 * money; `network` is the symbol of the bought token.
 * docs/contracts/api.md#onramp-options-and-quote
 */
export const onrampQuote = post(
  '/v1/onramp/quote',
  v.object(caller),
  v.object({
    purchaseCurrency,
    paymentCurrency,
    amount: v.union([decimal, v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(String))]),
    network: label,
  }),
  v.object({
    paymentTotal: money,
    paymentSubtotal: money,
    purchaseAmount: money,
    coinbaseFee: money,
    networkFee: money,
    quoteId: text(1_024),
  }),
)

/**
 * A company that sells tokens. `feeRange` (the fee as text) and `methods` (ids of payment methods)
 * are additions of this API. docs/contracts/api.md#offers-and-providers
 */
export const onrampProvider = v.object({
  serviceProvider: label,
  name: label,
  status: v.optional(text(64), 'LIVE'),
  websiteUrl: v.nullish(link),
  logos: v.nullish(v.record(v.string(), v.nullish(link))),
  categories: v.optional(listOf(text(64), counts.onrampProviders), []),
  feeRange: v.optional(text(64)),
  methods: v.optional(listOf(label, counts.onrampProviders)),
  /** Whether payments at this company are only tests. */
  isTest: v.optional(v.boolean()),
  /**
   * The symbols that it sells, and the networks (CAIP-2) on which it sells them; absent if it sells
   * everything everywhere. An addition of this API.
   */
  symbols: v.optional(listOf(label, counts.onrampCurrencies)),
  networks: v.optional(listOf(text(64), counts.onrampNetworks)),
})
export type OnrampProvider = v.InferOutput<typeof onrampProvider>

/** The companies that the operator has enabled. docs/contracts/api.md#offers-and-providers */
export const onrampProviders = get(
  '/v1/onramp/providers',
  v.object({ ...caller, countries: v.optional(text(256)) }),
  rowsOf(onrampProvider, counts.onrampProviders),
)

/**
 * The quote of a provider for an amount of money, with all its fees. Amounts are in whole units.
 * `quoteId`, an addition of this API, identifies an offer that an order can accept.
 * docs/contracts/api.md#offers-and-providers
 */
export const providerQuote = v.object({
  serviceProvider: label,
  paymentMethodType: v.nullish(label),
  sourceAmount: number,
  sourceAmountWithoutFees: v.nullish(number),
  sourceCurrencyCode: label,
  destinationAmount: number,
  destinationAmountWithoutFees: v.nullish(number),
  destinationCurrencyCode: label,
  exchangeRate: v.nullish(number),
  networkFee: v.nullish(number),
  transactionFee: v.nullish(number),
  totalFee: v.nullish(number),
  countryCode: v.nullish(text(8)),
  customerScore: v.nullish(number),
  lowKyc: v.nullish(v.boolean()),
  transactionType: v.nullish(text(64)),
  quoteId: v.optional(text(1_024)),
  /** The time at which the offer ends, in milliseconds since 1970. */
  expiresAt: v.optional(v.pipe(v.number(), v.integer())),
})
export type ProviderQuote = v.InferOutput<typeof providerQuote>

const country = v.pipe(v.string(), v.regex(/^[A-Za-z]{2}$/, 'Invalid country'))
const place = { country: v.optional(country), subdivision: v.optional(country) }
const amountOf = v.object({ value: decimal, currency: label })

/**
 * The tokens that can be bought, and the currencies to pay with, in the shape of the public server.
 * docs/contracts/api.md#onramp-options-and-quote
 */
export const onrampBuyOptions = get(
  '/v1/onramp/buy/options',
  v.object({ ...caller, ...place }),
  v.object({
    paymentCurrencies: listOf(
      v.object({
        id: label,
        limits: listOf(v.object({ id: label, min: decimal, max: decimal }), counts.onrampProviders),
      }),
      counts.onrampCurrencies,
    ),
    purchaseCurrencies: listOf(
      v.object({
        id: label,
        name: label,
        symbol: label,
        networks: listOf(
          v.object({
            name: label,
            displayName: label,
            contractAddress: v.nullish(text(128)),
            chainId: label,
          }),
          counts.onrampNetworks,
        ),
      }),
      counts.onrampCurrencies,
    ),
  }),
)

/**
 * The price of an amount, in the shape of the public server. `purchaseNetwork` is the name of a
 * network among the options. docs/contracts/api.md#onramp-options-and-quote
 */
export const onrampBuyQuotes = get(
  '/v1/onramp/buy/quotes',
  v.object({
    ...caller,
    ...place,
    purchaseCurrency: label,
    purchaseNetwork: v.optional(label),
    paymentAmount: decimal,
    paymentCurrency: label,
    paymentMethod: label,
  }),
  v.object({
    paymentTotal: amountOf,
    paymentSubTotal: amountOf,
    purchaseAmount: amountOf,
    coinbaseFee: amountOf,
    networkFee: amountOf,
    quoteId: text(1_024),
  }),
)

/**
 * Lists with properties of the providers, by `type`, in the form in which the providers publish
 * them.
 * docs/contracts/api.md#offers-and-providers
 */
export const onrampProperties = get(
  '/v1/onramp/providers/properties',
  v.object({
    ...caller,
    type: v.picklist(
      [
        'countries',
        'crypto-currencies',
        'fiat-currencies',
        'payment-methods',
        'fiat-purchases-limits',
        'countries-defaults',
      ],
      'Unsupported type',
    ),
    countries: v.optional(text(256)),
    excludeProviders: v.optional(text(1_024)),
  }),
  listOf(v.record(v.string(), v.unknown()), counts.apiRows),
)

/**
 * Requests the quotes of all providers at once, each with its own time limit. A provider that fails
 * and a row of an unexpected shape are left out. Status 503 if all providers fail. `chainId`
 * (CAIP-2) is an addition of this API. docs/contracts/api.md#offers-and-providers
 */
export const onrampMultiQuotes = post(
  '/v1/onramp/multi/quotes',
  v.object(caller),
  v.object({
    projectId: caller.projectId,
    countryCode: v.optional(text(8)),
    destinationCurrencyCode: label,
    chainId: v.optional(text(64)),
    paymentMethodType: v.optional(label),
    sourceAmount: number,
    sourceCurrencyCode: label,
    walletAddress: v.optional(text(128)),
    excludeProviders: v.optional(v.union([text(1_024), listOf(label, counts.onrampProviders)])),
  }),
  rowsOf(providerQuote, counts.onrampQuotes),
)

/**
 * Begins an order at a provider. The answer has the URL of the provider's page.
 * docs/contracts/api.md#offers-and-providers
 * - `quoteId`: the accepted offer
 * - `idempotencyKey`: a random text of the caller; the same text gives the same order again
 * - `orderId` of the answer: cannot be guessed; it is all that is needed to read the order's state
 */
export const onrampWidget = post(
  '/v1/onramp/widget',
  v.object(caller),
  v.object({
    projectId: caller.projectId,
    sessionData: v.object({
      serviceProvider: label,
      sourceAmount: number,
      sourceCurrencyCode: label,
      destinationCurrencyCode: label,
      chainId: v.optional(text(64)),
      walletAddress: text(128),
      countryCode: v.optional(text(8)),
      paymentMethodType: v.optional(label),
      redirectUrl: v.optional(link),
      walletTag: v.optional(text(128)),
      lockFields: v.optional(v.array(v.string())),
      additionalParams: v.optional(v.record(v.string(), v.unknown())),
      quoteId: v.optional(text(1_024)),
      idempotencyKey: v.optional(v.pipe(v.string(), v.minLength(16), v.maxLength(64))),
    }),
  }),
  v.object({ widgetUrl: link, orderId: v.optional(text(128)) }),
)

/**
 * The states of an order, in order. `failed` and `expired` can follow every state before `done`.
 */
export const orderStates = [
  'waiting',
  'paying',
  'paid',
  'sending',
  'done',
  'failed',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/**
 * An order. Amounts are in whole units; times are in milliseconds since 1970. `reason` is one of
 * {@link orderFailures}, if the order failed. `hash` is the transaction that delivers the tokens.
 */
export const onrampOrder = v.object({
  orderId: text(128),
  state: v.picklist(orderStates),
  serviceProvider: label,
  createdAt: v.pipe(v.number(), v.integer()),
  updatedAt: v.pipe(v.number(), v.integer()),
  payment: money,
  purchase: money,
  chainId: text(64),
  walletAddress: text(128),
  hash: v.nullish(text(128)),
  reason: v.nullish(text(64)),
})
export type OnrampOrder = v.InferOutput<typeof onrampOrder>

/** Why an order failed. */
export const orderFailures = ['declined', 'cancelled', 'limit', 'provider'] as const

/** The state of an order, for every caller that knows its id. Status 404 for an unknown id. */
export const onrampOrderState = get(
  '/v1/onramp/orders/{orderId}',
  v.object({ ...caller, orderId: text(128) }),
  onrampOrder,
)

/**
 * The URL of the provider's page, for providers like Coinbase. Published kits send this request.
 * docs/contracts/api.md#coinbase-page
 */
export const onrampUrl = post(
  '/v1/generators/onrampurl',
  v.object(caller),
  v.object({
    destinationWallets: v.pipe(
      listOf(
        v.object({
          address: text(128),
          blockchains: v.optional(listOf(text(64), counts.onrampNetworks)),
          assets: v.optional(listOf(text(64), counts.onrampCurrencies)),
          supportedNetworks: v.optional(listOf(text(64), counts.onrampNetworks)),
        }),
        counts.onrampProviders,
      ),
      v.minLength(1, 'At least one wallet is needed'),
    ),
    partnerUserId: v.optional(text(128)),
    defaultNetwork: v.optional(text(64)),
    presetCryptoAmount: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    presetFiatAmount: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    defaultExperience: v.optional(v.picklist(['send', 'buy'])),
    handlingRequestedUrls: v.optional(v.boolean()),
  }),
  v.object({ url: link }),
)
