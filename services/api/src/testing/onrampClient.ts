import { randomBytes, randomUUID } from 'node:crypto'
import type { OnrampOrder, ProviderQuote } from '@latchkey/protocol/onramp'

/** An order that a test has begun. The host of `page` is one that every machine can resolve. */
export type Bought = { orderId: string; page: string; wallet: `0x${string}`; body: object }
/** The parameters of a test's purchase. */
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
/** The status and the JSON body of an answer. */
export type Answer = { status: number; body: unknown }

/** The filled form of a card payment. */
export const cardForm = (number: string, changes: Record<string, string> = {}) =>
  new URLSearchParams({
    do: 'pay',
    number,
    expiry: '12/40',
    cvc: '123',
    name: 'Ann Baker',
    ...changes,
  })
/** Numbers of cards, by what their payment does. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  step: '4000000000003220',
  slow: '4000000000000077',
} as const
/** Makes an account that is not used yet. */
export const newWallet = (): `0x${string}` => `0x${randomBytes(20).toString('hex')}`

/** The body of a request that begins an order. */
type SessionBody = {
  sessionData: { walletAddress: `0x${string}`; quoteId: string; [key: string]: unknown }
}

/**
 * Makes a client that buys at an API like a kit.
 * @param api returns the API's URL, which may change
 */
export const onrampClient = (api: () => string): OnrampFunctions => new OnrampClient(api)

/**
 * The client's functions as properties, so that a test can spread them into an object of its own.
 */
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
    return body as ProviderQuote[] // the answer is from our own API; other tests check its shape
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
    // the answer is from our own API; other tests check its shape
    const { widgetUrl, orderId } = body as { widgetUrl: string; orderId: string }
    return {
      orderId,
      page: widgetUrl.replace('checkout.localhost', '127.0.0.1'),
      wallet: session.sessionData.walletAddress,
      body: session,
    }
  }

  buy = async (buying: Buying = {}): Promise<Bought> => this.begin(await this.sessionFor(buying))

  order = async (orderId: string): Promise<OnrampOrder> =>
    // the answer is from our own API; other tests check its shape
    (await this.#read('Order', `onramp/orders/${orderId}`)) as OnrampOrder

  /** The body of a successful answer. @throws an error with `name` for any other status */
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
