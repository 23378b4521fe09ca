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

/**
 * Buys at an API as a kit does.
 * @param api its URL, which may change
 */
export function onrampClient(api: () => string) {
  async function request(path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(
      `${api()}/v1/${path}`,
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

  async function quotes({
    amount = 50,
    currency = 'USD',
    symbol = 'USDC',
    chainId = 'eip155:31337',
    method = 'card',
  }: Buying = {}): Promise<ProviderQuote[]> {
    const { status, body } = await request('onramp/multi/quotes', {
      sourceAmount: amount,
      sourceCurrencyCode: currency,
      destinationCurrencyCode: symbol,
      chainId,
      paymentMethodType: method,
    })
    if (status !== 200) throw new Error(`Quotes: ${status} ${JSON.stringify(body)}`)
    return body as ProviderQuote[] // of our own API, whose shape other tests check
  }

  /** The body that begins an order. */
  async function sessionFor(buying: Buying = {}): Promise<{
    sessionData: { walletAddress: `0x${string}`; quoteId: string; [key: string]: unknown }
  }> {
    const {
      amount = 50,
      currency = 'USD',
      symbol = 'USDC',
      wallet = newWallet(),
      redirectUrl,
      key = randomUUID(),
    } = buying
    const [quote] = await quotes(buying)
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

  async function begin(session: Awaited<ReturnType<typeof sessionFor>>): Promise<Bought> {
    const { status, body } = await request('onramp/widget', session)
    if (status !== 200) throw new Error(`Widget: ${status} ${JSON.stringify(body)}`)
    const { widgetUrl, orderId } = body as { widgetUrl: string; orderId: string } // same
    return {
      orderId,
      page: widgetUrl.replace('checkout.localhost', '127.0.0.1'),
      wallet: session.sessionData.walletAddress,
      body: session,
    }
  }

  return {
    request,
    quotes,
    sessionFor,
    begin,
    buy: async (buying: Buying = {}) => begin(await sessionFor(buying)),
    async order(orderId: string): Promise<OnrampOrder> {
      const { status, body } = await request(`onramp/orders/${orderId}`)
      if (status !== 200) throw new Error(`Order: ${status} ${JSON.stringify(body)}`)
      return body as OnrampOrder // same
    },
  }
}

/** Sends a form of the checkout. */
export const postForm = (
  page: string,
  form: URLSearchParams,
  headers: Record<string, string> = {},
) => fetch(page, { method: 'POST', body: form, headers, redirect: 'manual' })
