import { randomBytes, randomUUID } from 'node:crypto'
import type { OnrampOrder, ProviderQuote } from '@latchkey/protocol/onramp'

/** An order that a test has begun. Its page has an address that every machine resolves. */
export type Bought = { orderId: string; page: string; wallet: `0x${string}`; body: object }
/** The parameters of a purchase in a test. */
export type Buying = {
  amount?: number
  currency?: string
  symbol?: string
  chainId?: string
  method?: string
  wallet?: `0x${string}`
  redirectUrl?: string
  key?: string
}
/** A status, with the JSON body. */
export type Answer = { status: number; body: unknown }

/** The card form of the first payment method, filled in. */
export const cardForm = (number: string, changes: Record<string, string> = {}) =>
  new URLSearchParams({
    do: 'pay',
    number,
    expiry: '12/40',
    cvc: '123',
    name: 'Ann Baker',
    ...changes,
  })
/** Cards by the outcome of a payment. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  step: '4000000000003220',
  slow: '4000000000000077',
} as const
/** An unused account. */
export const newWallet = (): `0x${string}` => `0x${randomBytes(20).toString('hex')}`

/** The body that begins an order. */
type SessionBody = {
  sessionData: { walletAddress: `0x${string}`; quoteId: string; [key: string]: unknown }
}

/**
 * Makes a client that buys at an API as a kit does.
 * @param api its URL, which may change
 */
export const onrampClient = (api: () => string): OnrampFunctions => new OnrampClient(api)

/** The client's functions. A test may spread them into an object of its own. */
type OnrampFunctions = Pick<OnrampClient, keyof OnrampClient>

class OnrampClient {
  readonly #api: () => string

  constructor(api: () => string) {
    this.#api = api
  }

  request = async (path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(
      `${this.#api()}/v1/${path}`,
      body === undefined
        ? {}
        : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    )
    const text = await response.text()
    return {
      status: response.status,
      body: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text,
    }
  }

  quotes = async ({
    amount = 50,
    currency = 'USD',
    symbol = 'USDC',
    chainId = 'eip155:31337',
    method = 'card',
  }: Buying = {}): Promise<ProviderQuote[]> => {
    const body = await this.#read('Quotes', 'onramp/multi/quotes', {
      sourceAmount: amount,
      sourceCurrencyCode: currency,
      destinationCurrencyCode: symbol,
      chainId,
      paymentMethodType: method,
    })
    return body as ProviderQuote[] // of our own API, whose shape other tests check
  }

  sessionFor = async (buying: Buying = {}): Promise<SessionBody> => {
    const {
      amount = 50,
      currency = 'USD',
      symbol = 'USDC',
      wallet = newWallet(),
      redirectUrl,
      key = randomUUID(),
    } = buying
    const [quote] = await this.quotes(buying)
    return {
      sessionData: {
        serviceProvider: 'sandbox',
        sourceAmount: amount,
        sourceCurrencyCode: currency,
        destinationCurrencyCode: symbol,
        walletAddress: wallet,
        quoteId: quote?.quoteId ?? '',
        idempotencyKey: key,
        ...(redirectUrl && { redirectUrl }),
      },
    }
  }

  begin = async (session: SessionBody): Promise<Bought> => {
    const body = await this.#read('Widget', 'onramp/widget', session)
    const { widgetUrl, orderId } = body as { widgetUrl: string; orderId: string } // same
    return {
      orderId,
      page: widgetUrl.replace('checkout.localhost', '127.0.0.1'),
      wallet: session.sessionData.walletAddress,
      body: session,
    }
  }

  buy = async (buying: Buying = {}): Promise<Bought> => this.begin(await this.sessionFor(buying))

  order = async (orderId: string): Promise<OnrampOrder> =>
    (await this.#read('Order', `onramp/orders/${orderId}`)) as OnrampOrder // same

  /** The body of a successful answer. @throws with `name` when the answer is another one */
  async #read(name: string, path: string, sent?: unknown): Promise<unknown> {
    const { status, body } = await this.request(path, sent)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    return body
  }
}

/** Sends a form of the checkout. */
export const postForm = (
  page: string,
  form: URLSearchParams,
  headers: Record<string, string> = {},
) => fetch(page, { method: 'POST', body: form, headers, redirect: 'manual' })
