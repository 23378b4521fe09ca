import { createHash, randomBytes } from 'node:crypto'
import type { OnrampOrder } from '@latchkey/protocol/onramp'
import type { SellerMessage } from '@latchkey/protocol/seller'
import { wait } from '@latchkey/server/waiting'
import { formatUnits } from 'viem'
import { ApiError } from '../apiError.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { ChainKeys } from '../chains/chainReader.ts'
import type { Access } from '@latchkey/server/db/createAccess'
import type { Metrics } from '../metrics.ts'
import { textOfCents } from '@latchkey/server/cents'
import type { Offer, OrderProvider } from './onrampProvider.ts'
import {
  expireOrders,
  findArrived,
  findByKey,
  findOrder,
  forgetUnpaid,
  insertOrder,
  listOrders,
  takeWebhook,
  type Order,
  type OrderPlace,
} from './orders/orderStore.ts'

/**
 * All times are in milliseconds.
 * - `pay`: how long an order may be paid
 * - `grace`: how much later an unpaid order counts as expired, because a payment is reported a
 *   little later than it is made
 * - `clean`: between two clean-ups
 * - `retention`: how long unpaid orders are stored after they have ended
 */
const times = { pay: 30 * 60_000, grace: 30_000, clean: 5_000, retention: 30 * 86_400_000 }
/** Maximum of rows that one clean-up changes. */
const rows = 1_000

/** The parameters of a new order. `wallet` is the key of an account. */
export type Beginning = {
  provider: OrderProvider
  offer: Offer
  networkName: string
  wallet: Hex
  redirectUrl: string | undefined
  key: string | undefined
  signal: AbortSignal
}

/**
 * The purchases at providers that report progress. Its functions throw DatabaseError while the
 * database does not answer.
 */
export type Orders = {
  /**
   * Begins an order at its provider. Another call with the same key returns the same order.
   * @param isNew is called before a new order is stored; the order is refused if it rejects
   * @returns `url`: the address of the order's page
   * @throws ApiError 400 for a key that has begun another order; the errors of `isNew` and of the
   *   provider
   */
  begin(beginning: Beginning, isNew: () => Promise<void>): Promise<{ orderId: string; url: string }>
  /** An order by its id; undefined if there is none. */
  find(id: string): Promise<OnrampOrder | undefined>
  /** Applies a message of a provider. */
  take(
    provider: string,
    message: SellerMessage,
  ): Promise<'moved' | 'repeated' | 'refused' | 'unknown'>
  /** The purchases of an account. `orders/orderStore.ts` says which. */
  list(filter: {
    wallet: Hex
    provider: string
    networkId?: string | undefined
    known: readonly string[]
    before?: OrderPlace | undefined
    max: number
  }): Promise<Order[]>
  /**
   * Which of the transactions `hashes` have delivered bought tokens to the account, each with the
   * provider's id.
   */
  arrived(wallet: Hex, hashes: readonly Hex[]): Promise<{ hash: Hex; provider: string }[]>
  close(): Promise<void>
}

type OrdersOptions = {
  access: Access
  /** How a network (CAIP-2) writes accounts; undefined for a network that is not served now. */
  keysOf: (networkId: string) => ChainKeys | undefined
  now: () => number
  metrics: Metrics
}

/** Starts to follow purchases. */
export function createOrders(options: OrdersOptions): Orders {
  const { access, keysOf, now, metrics } = options
  const stop = new AbortController()
  const cleaning = clean(options, stop.signal)
  return {
    begin: (beginning, isNew) => beginOrder(options, beginning, isNew),
    async find(id) {
      if (!isOrderId(id)) return undefined
      const order = await access.run((queries) => findOrder(queries, id))
      return order && toAnswer(order, keysOf(order.networkId), now())
    },
    async take(provider, message) {
      const taken = await access.run((queries) => takeWebhook(queries, provider, message, now()))
      metrics.orders({ event: `${message.type} ${taken}` }).add()
      return taken
    },
    arrived: (wallet, hashes) => access.run((queries) => findArrived(queries, wallet, hashes)),
    list: ({ known, ...filter }) =>
      access.run((queries) => listOrders(queries, { ...filter, known: known.filter(isOrderId) })),
    async close() {
      stop.abort()
      await cleaning
    },
  }
}

/** Ends orders that were not paid in time, and deletes old orders, until `stop` aborts. */
async function clean({ access, now, metrics }: OrdersOptions, stop: AbortSignal): Promise<void> {
  await access.whenOpen
  while (!stop.aborted) {
    try {
      const expired = await access.run((queries) =>
        expireOrders(queries, now() - times.grace, rows),
      )
      if (expired > 0) metrics.orders({ event: 'expired' }).add(expired)
      await access.run((queries) => forgetUnpaid(queries, now() - times.retention, rows))
    } catch {
      metrics.orders({ event: 'clean-up failed' }).add() // the next clean-up tries again
    }
    await wait(times.clean, stop)
  }
}

/** Stores an order, unless its key has already begun one, and begins it at its provider. */
async function beginOrder(
  { access, now, metrics }: OrdersOptions,
  beginning: Beginning,
  isNew: () => Promise<void>,
): Promise<{ orderId: string; url: string }> {
  const { provider, networkName, key, signal } = beginning
  const contentHash = contentOf(beginning)
  const keyHash = key === undefined ? null : hashOf([key])
  const known = keyHash && (await access.run((queries) => findByKey(queries, keyHash)))
  if (!known) await isNew()
  const fresh = newOrder(beginning, { contentHash, keyHash, at: now() })
  const { order, isNew: isStored } = known
    ? { order: known, isNew: false }
    : await access.run((queries) => insertOrder(queries, fresh))
  if (order.contentHash !== contentHash)
    throw new ApiError(400, 'idempotencyKey', 'This key has begun another order')
  if (isStored) metrics.orders({ event: 'begun' }).add()
  const terms = { ...order, networkName, redirectUrl: order.redirectUrl ?? undefined }
  return { orderId: order.id, url: await provider.begin(terms, signal) }
}

/** A hash of everything that has to be the same in two requests with one key. */
const contentOf = ({ provider, offer, wallet, redirectUrl }: Beginning): Hex =>
  hashOf([
    provider.id,
    offer.method,
    offer.currency,
    String(offer.cents),
    offer.networkId,
    offer.symbol,
    wallet,
    redirectUrl ?? '',
  ])

function newOrder(
  { offer, wallet, redirectUrl }: Beginning,
  { at, ...hashes }: Pick<Order, 'contentHash' | 'keyHash'> & { at: number },
): Order {
  const { expiresAt: _, ...bought } = offer
  return {
    ...bought,
    ...hashes,
    id: randomBytes(24).toString('base64url'),
    state: 'waiting',
    reason: null,
    wallet,
    redirectUrl: redirectUrl ?? null,
    createdAt: at,
    updatedAt: at,
    expiresAt: at + times.pay,
    hash: null,
    minedAt: null,
  }
}

/**
 * The order as an answer shows it. It counts as expired in time, even if the clean-up has not run
 * yet.
 */
function toAnswer(
  {
    id,
    state,
    provider,
    createdAt,
    updatedAt,
    expiresAt,
    cents,
    currency,
    amount,
    decimals,
    symbol,
    networkId,
    wallet,
    hash,
    reason,
  }: Order,
  keys: ChainKeys | undefined,
  now: number,
): OnrampOrder {
  const isOver = (state === 'waiting' || state === 'paying') && expiresAt + times.grace <= now
  return {
    orderId: id,
    state: isOver ? 'expired' : state,
    serviceProvider: provider,
    createdAt,
    updatedAt,
    payment: { amount: textOfCents(cents), currency },
    purchase: { amount: formatUnits(amount, decimals), currency: symbol },
    chainId: networkId,
    walletAddress: keys?.addressText(wallet, networkId) ?? wallet,
    hash: hash && (keys?.plainText(hash) ?? hash),
    reason,
  }
}

/**
 * Whether a text can be the id of an order. For other texts, such as one with a zero character, the
 * database would fail as if it did not work.
 */
const isOrderId = (text: string) => /^[\w-]{32}$/.test(text)

const hashOf = (parts: readonly string[]): Hex =>
  `0x${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
