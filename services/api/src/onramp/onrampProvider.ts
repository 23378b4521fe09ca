import type { OnrampOptions, OnrampProvider as ProviderFacts } from '@latchkey/protocol/onramp'
import type { SellerMessage } from '@latchkey/protocol/seller'
import type { Hex } from '../chainIndex/chainIndex.ts'

/**
 * The parameters of an offer. `cents`: hundredths of the payment currency. `networkId`: CAIP-2;
 * absent: any network.
 */
export type OfferRequest = {
  cents: bigint
  currency: string
  symbol: string
  networkId?: string | undefined
  method?: string | undefined
}

/**
 * A price, valid until `expiresAt`, milliseconds since 1970. `cents`: the full price with both
 * fees. `amount`: the bought amount in the token's smallest unit.
 */
export type Offer = {
  provider: string
  method: string
  currency: string
  cents: bigint
  transactionFee: bigint
  networkFee: bigint
  networkId: string
  /** In lower case; 0xeeee… for the native coin. */
  token: Hex
  symbol: string
  decimals: number
  amount: bigint
  expiresAt: number
}

/**
 * The part of an order that its provider receives. `expiresAt`: the end of the time for payment.
 */
export type NewOrder = Omit<Offer, 'expiresAt'> & {
  id: string
  wallet: Hex
  networkName: string
  redirectUrl: string | undefined
  expiresAt: number
}

/** The parameters of a page of a {@link LinkProvider}. `wallet` in the form of its chain. */
export type LinkSession = {
  projectId: string | undefined
  wallet: string
  symbol: string
  networkId: string | undefined
  currency: string
  amount: number
  redirectUrl: string | undefined
}

type Known = { id: string; facts: ProviderFacts }

/** A provider whose orders this service follows. Its functions throw ApiError for a refusal. */
export type OrderProvider = Known & {
  kind: 'orders'
  options(signal: AbortSignal): Promise<OnrampOptions>
  /**
   * One offer for each payment method that accepts the amount.
   * @throws ApiError 400 where none does
   */
  quotes(wanted: OfferRequest, signal: AbortSignal): Promise<readonly Offer[]>
  /**
   * Whether the offer can be delivered to the wallet now.
   * @throws ApiError 400 for a wallet to which nothing is sold
   */
  isInStock(offer: Offer, wallet: Hex, signal: AbortSignal): Promise<boolean>
  /**
   * Begins the order at the provider. A repetition returns the same page.
   * @returns the URL of its payment page
   */
  begin(order: NewOrder, signal: AbortSignal): Promise<string>
  /**
   * @throws ApiError 401 for a message that the provider has not signed, or signed long ago; 400
   *   for an invalid shape
   */
  readWebhook(headers: Headers, body: Uint8Array): SellerMessage
}

/**
 * A purchase, as a company with a page reports it. `amount` in whole units; `at` in milliseconds
 * since 1970; `hash` once it is sent.
 */
export type LinkTransaction = {
  id: string
  state: 'waiting' | 'done' | 'failed'
  symbol: string
  networkId: string
  amount: string
  at: number
  hash: string | undefined
}

/** A page of transactions, newest first. `next` leads to the older ones. */
export type LinkTransactions = {
  transactions: readonly LinkTransaction[]
  next: string | undefined
}

/** A provider that is a page of its own. */
export type LinkProvider = Known & {
  kind: 'link'
  /** Its options, without a request to it. */
  options: OnrampOptions
  /**
   * The URL of its page.
   * @throws ApiError 400 for parameters that it does not sell, 503 when it is requested and does
   *   not answer; the signal's reason
   */
  link(session: LinkSession, signal: AbortSignal): Promise<string>
  /**
   * The purchases of an account. Undefined where the operator has no key that reads them.
   * @throws ApiError 503 while the company does not answer; the signal's reason
   */
  transactions?:
    | ((
        wallet: string,
        after: string | undefined,
        signal: AbortSignal,
      ) => Promise<LinkTransactions>)
    | undefined
}

/** A provider of the on-ramp. */
export type OnrampProvider = OrderProvider | LinkProvider
