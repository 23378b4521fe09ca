import type {
  OnrampOptions,
  OnrampProvider as ProviderFacts,
  OrderState,
} from '@latchkey/protocol/onramp'
import type { Hex } from '../chainIndex/chainIndex.ts'

/**
 * What a visitor asks a price for. `cents`: of the currency that is paid with. `networkId`, CAIP-2:
 * any where absent.
 */
export type OfferRequest = {
  cents: bigint
  currency: string
  symbol: string
  networkId?: string | undefined
  method?: string | undefined
}

/**
 * A price that can be bought against until `expiresAt`, milliseconds since 1970. `cents` is all
 * that is paid, both fees included; `amount` what arrives, in the token's smallest unit.
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

/** The part of an order that a provider gets. `expiresAt`: until when it may be paid. */
export type NewOrder = Omit<Offer, 'expiresAt'> & {
  id: string
  wallet: Hex
  networkName: string
  redirectUrl: string | undefined
  expiresAt: number
}

/**
 * What a provider tells of an order: its own id of the message, which it repeats until it is
 * acknowledged.
 */
export type WebhookEvent = {
  id: string
  orderId: string
  type: Extract<OrderState, 'paying' | 'paid' | 'failed'>
  reason?: string | undefined
}

/** What a visitor of a {@link LinkProvider} wants. `wallet` in the form of its chain. */
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

/** A provider whose orders are followed here. Its functions throw ApiError for what they refuse. */
export type OrderProvider = Known & {
  kind: 'orders'
  options(signal: AbortSignal): Promise<OnrampOptions>
  /**
   * One offer for each payment method that takes the amount. @throws ApiError 400 where none does
   */
  quotes(wanted: OfferRequest, signal: AbortSignal): Promise<readonly Offer[]>
  /** Whether what was offered can be delivered now. */
  isInStock(offer: Offer, signal: AbortSignal): Promise<boolean>
  /**
   * Tells the provider of an order, and answers the page on which it is paid. A repetition answers
   * the same page.
   */
  begin(order: NewOrder): Promise<string>
  /**
   * @throws ApiError 401 for a message that the provider has not signed, or signed long ago; 400
   *   for another shape
   */
  readWebhook(headers: Headers, body: Uint8Array): WebhookEvent
}

/**
 * A purchase as a company with a page tells it. `amount` in whole units; `at` in milliseconds since
 * 1970; `hash` once it is sent.
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

/** A page of them, newest first; `next` leads to the one before it in time. */
export type LinkTransactions = {
  transactions: readonly LinkTransaction[]
  next: string | undefined
}

/** A provider that is a page of its own. */
export type LinkProvider = Known & {
  kind: 'link'
  /** What it sells, as far as it is known without asking it. */
  options: OnrampOptions
  /**
   * @throws ApiError 400 for what it does not sell, 503 where it has to be asked and does not
   *   answer; the signal's reason
   */
  link(session: LinkSession, signal: AbortSignal): Promise<string>
  /**
   * The purchases of an account; undefined where the operator has no key with which they can be
   * read. @throws ApiError 503 while the company does not answer; the signal's reason
   */
  transactions?:
    | ((
        wallet: string,
        after: string | undefined,
        signal: AbortSignal,
      ) => Promise<LinkTransactions>)
    | undefined
}

/** A company that sells. */
export type OnrampProvider = OrderProvider | LinkProvider
