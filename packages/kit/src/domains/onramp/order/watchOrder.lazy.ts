import { formatAccountId, parseNetworkId } from '@latchkey/protocol/caip'
import { accountHistory } from '@latchkey/protocol/history'
import { isServedAddress } from '@latchkey/protocol/address'
import { onrampOrderState } from '@latchkey/protocol/onramp'
import * as times from '@latchkey/protocol/times'
import type { ApiContext } from '../../../core/http/callApi.ts'
import { callApi } from '../../../core/http/callApi.ts'
import { isRefused } from '../../../core/errors/isRefused.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { refreshAccount } from '../../../core/queries/refreshAccount.ts'
import { changeOrder, restoreOrders } from './orders.ts'
import { isFollowed } from './isFollowed.ts'
import { readOrderUpdate } from './readOrderUpdate.ts'
import { readRows } from './readRows.ts'
import { contextOf } from '../../../core/kit/context.ts'

/**
 * The reason why the kit gets no new state of an order:
 * - `unreachable`: the API can't be reached
 * - `invalid`: the API's answer is about another order
 * - `slow`: there was no new state for three minutes
 * - `untold`: the API does not know this provider's purchases
 *
 * After `slow` and `untold` no more requests are sent.
 */
export type OrderProblem = 'unreachable' | 'invalid' | 'slow' | 'untold'

/** The part of the page's document that reports whether the page is visible. */
export type PageVisibility = Pick<
  Document,
  'visibilityState' | 'addEventListener' | 'removeEventListener'
>

/** The order to follow, and callbacks for its changes. */
export type WatchOrder = {
  /** The order's id. */
  id: string
  /** Called with each change of the order. */
  onChange?: (order: Order) => void
  /** Called when the state can't be read, and with undefined when it can be read again. */
  onTrouble?: (problem: OrderProblem | undefined) => void
}

type Listener = Omit<WatchOrder, 'id'>
/** The shared watch of one order, with all its listeners. */
type Watch = {
  listeners: Set<Listener>
  problem: OrderProblem | undefined
  checkNow: () => void
  end: () => void
}

const watches = perKit(() => new Map<string, Watch>())
/** After this number of requests without a new state, the kit sends no more. */
const maxChecks = Math.ceil(times.onrampPatience / times.onrampLook)

/**
 * Follows an order of this browser until the order ends or the returned function is called. Its
 * state is requested every 4 s while the page is visible. Each change is written into the kit's
 * state `orders`. When the order ends, balances and history are read again. After three minutes
 * without a new state, the requests stop until {@link checkAgain} is called. Several callers may
 * watch one order.
 */
export function watchOrder(
  kit: Kit,
  { id, ...listener }: WatchOrder,
  visibility: PageVisibility | undefined = globalThis.document,
): () => void {
  const order = restoreOrders(kit).find((order) => order.id === id)
  if (!order || isFinished(order) || !isFollowed(order)) return () => {}
  const watch = watches(kit).get(id) ?? begin(kit, id, visibility)
  watches(kit).set(id, watch)
  watch.listeners.add(listener)
  if (watch.problem) listener.onTrouble?.(watch.problem)
  return () => {
    watch.listeners.delete(listener)
    if (watch.listeners.size === 0) watch.end()
  }
}

/** Requests the state of a watched order at once, and then for another three minutes. */
export function checkAgain(kit: Kit, id: string): void {
  watches(kit).get(id)?.checkNow()
}

function begin(kit: Kit, id: string, visibility: PageVisibility | undefined): Watch {
  const { clock } = contextOf(kit)
  let looks = 0
  let cancel: () => void = () => {}
  let current: AbortController | undefined
  const watch: Watch = {
    listeners: new Set(),
    problem: undefined,
    checkNow() {
      looks = 0
      setProblem(undefined)
      void check()
    },
    end() {
      watches(kit).delete(id)
      cancel()
      current?.abort()
      current = undefined
      visibility?.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }

  const isEnded = () => watches(kit).get(id) !== watch
  function setProblem(problem: OrderProblem | undefined): void {
    if (watch.problem === problem) return
    watch.problem = problem
    for (const { onTrouble } of watch.listeners) onTrouble?.(problem)
  }

  async function check(): Promise<void> {
    cancel()
    if (current || visibility?.visibilityState === 'hidden') return
    current = new AbortController()
    const { signal } = current
    looks += 1
    const outcome = await request(kit, id, signal)
    current = undefined
    if (isEnded()) return
    if (outcome.status === 'gone') return watch.end()
    if (outcome.status === 'news') {
      looks = 0
      for (const { onChange } of watch.listeners) onChange?.(outcome.order)
    }
    if (outcome.status === 'failed' && outcome.problem === 'untold') return setProblem('untold')
    if (outcome.status === 'news' && isFinished(outcome.order)) {
      setProblem(undefined)
      return watch.end()
    }
    if (looks >= maxChecks) return setProblem('slow')
    setProblem(outcome.status === 'failed' ? outcome.problem : undefined)
    cancel = clock.setTimeout(() => void check(), times.onrampLook)
  }

  const onVisibilityChange = () =>
    void (watch.problem !== 'slow' && watch.problem !== 'untold' && check())
  visibility?.addEventListener('visibilitychange', onVisibilityChange)
  cancel = clock.setTimeout(() => void check(), 0)
  return watch
}

type Outcome =
  | { status: 'news'; order: Order }
  | { status: 'none' | 'gone' }
  | { status: 'failed'; problem: OrderProblem }

/** Requests the order's state once, and stores it. */
async function request(kit: Kit, id: string, signal: AbortSignal): Promise<Outcome> {
  const { api } = contextOf(kit)
  const known = restoreOrders(kit).find((order) => order.id === id)
  if (!known || !api) return { status: 'gone' } // another tab or a cleared storage has removed it
  try {
    const updateOrder = await (known.orderId === undefined
      ? requestList(kit, api, known, signal)
      : requestState(api, known.orderId, signal))
    if (signal.aborted) return { status: 'none' }
    updateOrder(known)
    const order = changeOrder(kit, id, updateOrder)
    if (!order) return { status: 'gone' }
    if (isFinished(order) && !isFinished(known)) refresh(kit, order)
    return isSame(order, known) ? { status: 'none' } : { status: 'news', order }
  } catch (error) {
    return {
      status: 'failed',
      problem:
        error instanceof UnreportedOrderError
          ? 'untold'
          : KitError.is(error, 'answerInvalid')
            ? 'invalid'
            : 'unreachable',
    }
  }
}

/** Thrown when the API does not know this provider's purchases. */
class UnreportedOrderError extends Error {}
/**
 * Applies the API's answer to an order. It gets the current order, which may have changed during
 * the request.
 * @throws KitError answerInvalid for an answer about another order
 */
type OrderUpdater = (order: Order) => Order

async function requestState(
  api: ApiContext,
  orderId: string,
  signal: AbortSignal,
): Promise<OrderUpdater> {
  const update = await callApi(api, onrampOrderState, { query: { orderId }, retries: 0, signal })
  return (order) => readOrderUpdate(order, update)
}

/**
 * Requests the provider's list of the account's transactions (docs/contracts/product.md#buying).
 * @throws UnreportedOrderError if the API has no such list
 */
async function requestList(
  kit: Kit,
  api: ApiContext,
  { address, networkId }: Order,
  signal: AbortSignal,
): Promise<OrderUpdater> {
  if (!isServedAddress(address, parseNetworkId(networkId).namespace))
    throw new UnreportedOrderError()
  const { data } = await callApi(api, accountHistory, {
    query: { address, onramp: 'coinbase' },
    retries: 0,
    signal,
  }).catch((error: unknown) => {
    throw isRefused(error, 'onramp') ? new UnreportedOrderError() : error
  })
  const networkIds = contextOf(kit).networks.map((network) => network.networkId)
  return (order) => readRows(order, data, { otherOrders: restoreOrders(kit), networkIds })
}

const isSame = (a: Order, b: Order) =>
  a.state === b.state && a.hash === b.hash && a.transactionId === b.transactionId

function refresh(kit: Kit, { networkId, address, purchase: { token } }: Order): void {
  // marks the account's cached balances and history as outdated, so that they are read again
  refreshAccount(
    kit,
    formatAccountId(networkId, address),
    token === undefined ? [] : [`${networkId}:${token}`],
  ).catch(() => {})
}
