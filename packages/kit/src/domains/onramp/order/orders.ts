import { addressKey } from '@latchkey/protocol/address'
import { isNetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import { isPageLink } from '@latchkey/protocol/links'
import type { OrderState } from '@latchkey/protocol/onramp'
import { partsOf } from '@latchkey/protocol/isObject'
import { cleanText } from '../../../core/text/cleanText.ts'
import { followStored } from '../../../core/storage/followStored.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { storedValue } from '../../../core/storage/storedValue.ts'
import { scaled } from '../decimal.ts'

/**
 * The rank of each state of an order. If a reported state has a lower rank than the current state,
 * the report is late, and is ignored.
 */
export const ranks: { readonly [state in OrderState]: number } = {
  waiting: 0,
  paying: 1,
  paid: 2,
  sending: 3,
  done: 4,
  failed: 4,
  expired: 4,
}

const stored = /* @__PURE__ */ storedValue('onramp-orders', (json) =>
  Array.isArray(json) ? json.slice(0, counts.onrampOrders).flatMap(readOrder) : undefined,
)

/**
 * Loads the purchases from storage into the kit's state: after a reload, and when another tab has
 * changed them.
 */
export function restoreOrders(kit: Kit): readonly Order[] {
  const orders = stored.get(kit) ?? []
  const { orders: known = [] } = kit.getState()
  if (JSON.stringify(orders) !== JSON.stringify(known)) kit.store.setState({ orders })
  return orders
}

/** The purchases of an account, newest first. */
export function ordersOf(kit: Kit, address: string): readonly Order[] {
  return restoreOrders(kit).filter((order) => addressKey(order.address) === addressKey(address))
}

/** Stores a new purchase. If there are too many, the oldest purchase is removed. */
export function addOrder(kit: Kit, order: Order): void {
  storeOrders(
    kit,
    [order, ...restoreOrders(kit).filter(({ id }) => id !== order.id)].slice(
      0,
      counts.onrampOrders,
    ),
  )
}

/** Changes a purchase, if it is still stored. @returns the purchase after the change */
export function changeOrder(
  kit: Kit,
  id: string,
  change: (order: Order) => Order,
): Order | undefined {
  const orders = restoreOrders(kit)
  const known = orders.find((order) => order.id === id)
  if (!known) return undefined
  const next = change(known)
  if (next !== known)
    storeOrders(
      kit,
      orders.map((order) => (order === known ? next : order)),
    )
  return next
}

/** Removes a purchase from the storage. */
export function removeOrder(kit: Kit, id: string): void {
  storeOrders(
    kit,
    restoreOrders(kit).filter((order) => order.id !== id),
  )
}

/**
 * Updates the kit when another tab changes the purchases, until the returned function is called.
 */
export const followOrders = (kit: Kit): (() => void) =>
  followStored(stored.name, () => void restoreOrders(kit))

function storeOrders(kit: Kit, orders: readonly Order[]): void {
  stored.set(kit, orders.length > 0 ? [...orders] : undefined)
  restoreOrders(kit)
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= maxLength &&
  cleanText(value, maxLength) === value
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 8.64e15
const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && scaled(value) !== undefined

/** Reads a stored purchase, which may be any value. Returns a list with the purchase, or empty. */
function readOrder(json: unknown): readonly Order[] {
  const stored = partsOf(json)
  const { id, networkId, address, state, startedAt, updatedAt } = stored
  const [provider, payment, purchase] = [
    readProvider(stored['provider']),
    readPayment(stored['payment']),
    readPurchase(stored['purchase']),
  ]
  if (
    !isText(id, 128) ||
    !isNetworkId(networkId) ||
    !isText(address, 128) ||
    !isTime(startedAt) ||
    !isTime(updatedAt) ||
    !provider ||
    !payment ||
    !purchase
  )
    return []
  if (typeof state !== 'string' || !Object.hasOwn(ranks, state)) return []
  return [
    {
      id,
      networkId,
      address,
      startedAt,
      updatedAt,
      provider,
      payment,
      purchase,
      state: state as OrderState, // the check above: it is a key of `ranks`
      ...readDetails(stored),
    },
  ]
}

function readProvider(json: unknown): Order['provider'] | undefined {
  const { id, name } = partsOf(json)
  return isText(id, 64) && isText(name, 64) ? { id, name } : undefined
}

function readPayment(json: unknown): Order['payment'] | undefined {
  const { amount, currency } = partsOf(json)
  return isAmount(amount) && isText(currency, 64) ? { amount, currency } : undefined
}

function readPurchase(json: unknown): Order['purchase'] | undefined {
  const { symbol, amount, token } = partsOf(json)
  return isText(symbol, 64)
    ? { symbol, ...(isAmount(amount) && { amount }), ...(isText(token, 128) && { token }) }
    : undefined
}

/** Reads the optional parts of a stored purchase. */
function readDetails({
  orderId,
  transactionId,
  method,
  url,
  hash,
  reason,
  hasLeft,
}: Record<string, unknown>): Partial<Order> {
  return {
    ...(isText(orderId, 128) && { orderId }),
    ...(isText(transactionId, 128) && { transactionId }),
    ...(isText(method, 64) && { method }),
    ...(isPageLink(url) && { url }),
    ...(isText(hash, 128) && { hash }),
    ...(isText(reason, 64) && { reason }),
    ...(hasLeft === true && { hasLeft }),
  }
}
