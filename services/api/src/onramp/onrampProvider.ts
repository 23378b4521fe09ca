import type { OnrampOptions, OnrampProvider as ProviderFacts } from '@latchkey/protocol/onramp'
import type { SellerMessage } from '@latchkey/protocol/seller'
import type { Hex } from '../chainIndex/chainIndex.ts'

/**
 * The parameters of a request for offers. `cents`: hundredths of the payment currency. `networkId`:
 * CAIP-2; undefined: any network.
 */
export type OfferRequest = {
  cents: bigint
  currency: string
  symbol: string
  networkId?: string | undefined
  method?: string | undefined
}

/**
 * An offer, valid until `expiresAt` (milliseconds since 1970). `cents`: the full price, including
 * both fees. `amount`: what is bought, in the token's smallest unit.
 */
export type Offer = {
  provider: string
  method: string
  currency: string
  cents: bigint
  transactionFee: bigint
  networkFee: bigint
  networkId: string
  /** The token's contract in lower case; 0xeeee… for the native coin. */
  token: Hex
  symbol: string
  decimals: number
  amount: bigint
  expiresAt: number
}

/** The part of an order that its provider gets. `expiresAt`: until when it may be paid. */
export type NewOrder = Omit<Offer, 'expiresAt'> & {
  id: string
  wallet: Hex
  networkName: string
  redirectUrl: string | undefined
  expiresAt: number
}

/**
 * The parameters of the page of a {@link LinkProvider}. `wallet` is written as its chain writes it.
 */
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

/** A provider whose orders this service follows. Its functions throw ApiError when it refuses. */
export type OrderProvider = Known & {
  kind: 'orders'
  options(signal: AbortSignal): Promise<OnrampOptions>
  /**
   * An offer for each payment method that accepts the amount.
   * @throws ApiError 400 if no method does
   */
  quotes(wanted: OfferRequest, signal: AbortSignal): Promise<readonly Offer[]>
  /**
   * Whether the offered tokens can be delivered to the wallet now.
   * @throws ApiError 400 for a wallet to which the provider does not sell
   */
  isInStock(offer: Offer, wallet: Hex, signal: AbortSignal): Promise<boolean>
  /**
   * Begins the order at the provider. Another call for the same order returns the same page.
   * @returns the URL of the page on which it is paid
   */
  begin(order: NewOrder, signal: AbortSignal): Promise<string>
  /**
   * Reads a message from the provider.
   * @throws ApiError 401 for a message that the provider has not signed, or signed long ago; 400
   *   for an invalid message
   */
  readWebhook(headers: Headers, body: Uint8Array): SellerMessage
}

/**
 * A purchase that a company with its own page reports. `amount` is in whole units; `at` is in
 * milliseconds since 1970; `hash` is undefined until the tokens are sent.
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

/** A page of transactions, newest first. `next` is the cursor of the next, older page. */
export type LinkTransactions = {
  transactions: readonly LinkTransaction[]
  next: string | undefined
}

/** A provider that has its own page. */
export type LinkProvider = Known & {
  kind: 'link'
  /** The provider's options. No request is sent for them. */
  options: OnrampOptions
  /**
   * The URL of the provider's page.
   * @throws ApiError 400 for something that it does not sell, 503 when the provider has to be
   *   requested and does not answer; the signal's reason
   */
  link(session: LinkSession, signal: AbortSignal): Promise<string>
  /**
   * Reads the purchases of an account. Undefined if the operator has no key for this.
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

/** A provider of purchases. */
export type OnrampProvider = OrderProvider | LinkProvider
