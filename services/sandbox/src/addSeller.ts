import { createHmac } from 'node:crypto'
import type { Endpoint } from '@latchkey/protocol/api'
import { BorderError, readJson, readShape } from '@latchkey/protocol/border'
import {
  sellerJson,
  sellerOptions,
  sellerOrders,
  sellerQuotes,
  sellerStock,
} from '@latchkey/protocol/seller'
import { DatabaseError } from '@latchkey/server/db/database'
import { readLimited, TooLargeError } from '@latchkey/server/readLimited'
import { messageFault, signatureHeader } from '@latchkey/server/signedMessage'
import type * as v from 'valibot'
import { NodesError } from './chain/nodesError.ts'
import { tooMany, type App, type Call, type Limit } from './limitClients.ts'
import { PricesError } from './offers/createPrices.ts'
import type { Offers } from './offers/Offers.ts'
import { insertOrder } from './orders/orderStore.ts'
import { Refusal } from './refusal.ts'
import type { Service } from './service.ts'

/** Limits of a request's body. `depth`: levels of nested JSON; `values`: JSON values. */
const limits = { bytes: 16_384, depth: 2, values: 64 }

export type SellerOptions = Pick<Service, 'access' | 'metrics' | 'now'> & {
  offers: Offers
  /** The key that verifies the API's signatures. */
  key: Uint8Array
  /** The limit of requests that have no valid signature. */
  limit: Limit
  /** Returns the address of the checkout for browsers. */
  url: () => string
}

const paths: ReadonlySet<string> = new Set(
  [sellerOptions, sellerQuotes, sellerStock, sellerOrders].map(({ path }) => path),
)

/**
 * Whether this is a request of the API to the seller. Such a request counts for the limit only if
 * its signature is invalid.
 * @param url the URL as the client sent it; with a query or in another spelling it does not match
 */
export const isOfSeller = (method: string | undefined, url: string | undefined): boolean =>
  method === 'POST' && url !== undefined && paths.has(url)

/**
 * Adds the paths for the API to a server. Each request needs a signature. Source:
 * docs/contracts/api.md#sellers
 */
export function addSeller(app: App, options: SellerOptions): void {
  const { offers } = options
  add(app, sellerOptions, options, (_, signal) => offers.options(signal))
  add(app, sellerQuotes, options, (wanted, signal) => offers.quotes(wanted, signal))
  add(app, sellerStock, options, async ({ wallet, ...offer }, signal) => {
    offers.walletText(offer.networkId, wallet) // refuses accounts that cannot buy
    return { isInStock: await offers.isInStock(offer, signal) }
  })
  add(app, sellerOrders, options, (order) => begin(order, options))
}

/** Stores an order, if it is new, and returns the address of its page. */
async function begin(
  order: v.InferOutput<typeof sellerOrders.body>,
  { access, key, now, offers, url }: SellerOptions,
): Promise<{ url: string }> {
  const { id: orderId, networkId, token, amount, wallet, expiresAt, ...shown } = order
  const id = createHmac('sha256', key).update(`page ${orderId}`).digest('base64url')
  const terms = {
    method: shown.method,
    currency: shown.currency,
    cents: String(shown.cents),
    transactionFee: String(shown.transactionFee),
    networkFee: String(shown.networkFee),
    symbol: shown.symbol,
    decimals: shown.decimals,
    amount: String(amount),
    networkName: shown.networkName,
    wallet: offers.walletText(networkId, wallet),
    redirectUrl: shown.redirectUrl ?? null,
  }
  await access.run((queries) =>
    insertOrder(queries, {
      id,
      orderId,
      terms,
      networkId,
      token,
      amount,
      wallet,
      expiresAt,
      updatedAt: now(),
    }),
  )
  return { url: `${url()}/pay/${id}` }
}

function add<endpoint extends Endpoint>(
  app: App,
  { path, body: shape }: endpoint,
  options: SellerOptions,
  answer: (body: v.InferOutput<endpoint['body']>, signal: AbortSignal) => Promise<object>,
): void {
  app.post(path, async (call) => {
    const { key, now, limit } = options
    let isSigned = false
    try {
      const bytes = await readLimited(call.req.raw.body, limits.bytes)
      const fault = messageFault(key, call.req.header(signatureHeader) ?? null, bytes, now())
      if (fault !== undefined)
        return tooManyFor(call, limit) ?? call.json({ field: 'signature', description: fault }, 401)
      isSigned = true
      const found = await answer(readShape(shape, readJson(bytes, limits)), call.req.raw.signal)
      return call.body(sellerJson(found), 200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
    } catch (error) {
      return (isSigned ? undefined : tooManyFor(call, limit)) ?? failed(call, error, options)
    }
  })
}

/**
 * Counts a request without a valid signature. Returns an answer when there were too many of them.
 */
function tooManyFor(call: Call, limit: Limit): Response | undefined {
  const refusal = limit(call.env.incoming)
  return refusal && call.json({ field: '', description: tooMany }, 429, refusal)
}

function failed(call: Call, error: unknown, { metrics }: SellerOptions): Response {
  if (error instanceof Refusal)
    return call.json({ field: error.field, description: error.message }, 400)
  if (error instanceof BorderError) return call.json({ field: '', description: error.message }, 400)
  if (error instanceof TooLargeError)
    return call.json({ field: '', description: 'The body is too large' }, 413)
  if (
    error instanceof NodesError ||
    error instanceof PricesError ||
    error instanceof DatabaseError ||
    call.req.raw.signal.aborted
  )
    return call.json({ field: '', description: 'Temporarily unavailable' }, 503)
  metrics.defects.add()
  return call.json({ field: '', description: 'Internal error' }, 500)
}
