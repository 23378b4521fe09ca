import { formatAccountId, parseNetworkId } from '@latchkey/protocol/caip'
import { accountHistory } from '@latchkey/protocol/history'
import { isServedAddress } from '@latchkey/protocol/address'
import { onrampOrderState } from '@latchkey/protocol/onramp'
import * as times from '@latchkey/protocol/times'
import type { ApiContext } from '../../core/callApi.ts'
import { callApi } from '../../core/callApi.ts'
import { isRefused } from '../../core/isRefused.ts'
import { KitError } from '../../core/KitError.ts'
import type { Kit } from '../../core/kit.ts'
import { isFinished } from '../../core/order.ts'
import type { Order } from '../../core/order.ts'
import { perKit } from '../../core/perKit.ts'
import { refreshAccount } from '../../core/refreshAccount.ts'
import { changeOrder, restoreOrders } from './orders.ts'
import { isFollowed } from './isFollowed.ts'
import { readOrderUpdate } from './readOrderUpdate.ts'
import { readRows } from './readRows.ts'

/**
 * What keeps the news of an order away: the API is out of reach, it tells of another order, there
 * was no news for three minutes, or the API does not know this provider's purchases. After the last
 * two nothing is asked any more.
 */
export type OrderProblem = 'unreachable' | 'invalid' | 'slow' | 'untold'

/** The part of the page's document that says whether the page is visible. */
export type PageVisibility = Pick<
  Document,
  'visibilityState' | 'addEventListener' | 'removeEventListener'
>

/** The order to follow, and callbacks for its changes. */
export type WatchOrder = {
  /** Of the order. */
  id: string
  /** Called with each change of the order. */
  onChange?: (order: Order) => void
  /** Called when the news stay away, and with undefined when they come again. */
  onTrouble?: (problem: OrderProblem | undefined) => void
}

type Listener = Omit<WatchOrder, 'id'>
/** The one who asks about an order, for all who want to know. */
type Watch = {
  listeners: Set<Listener>
  problem: OrderProblem | undefined
  checkNow: () => void
  end: () => void
}

const watches = perKit(() => new Map<string, Watch>())
/** Looks without news after which nobody asks any more. */
const maxChecks = Math.ceil(times.onrampPatience / times.onrampLook)

/**
 * Follows an order of this browser to its end, every 4 s while the page is visible, until the
 * returned function is called; the kit's state `orders` has each change, and balances and history
 * are read again at its end. After three minutes without news it asks no more, until {@link
 * lookAgain}. Several may watch one order.
 */
export function watchOrder(
  kit: Kit,
  { id, ...listener }: WatchOrder,
  visibility: PageVisibility | undefined = globalThis.document,
): () => void {
  const order = restoreOrders(kit).find((one) => one.id === id)
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

/** Asks about an order at once, and for another three minutes. */
export function checkAgain(kit: Kit, id: string): void {
  watches(kit).get(id)?.checkNow()
}

function begin(kit: Kit, id: string, visibility: PageVisibility | undefined): Watch {
  const { clock } = kit.context
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

/** Asks once, and remembers the news. */
async function request(kit: Kit, id: string, signal: AbortSignal): Promise<Outcome> {
  const { api } = kit.context
  const known = restoreOrders(kit).find((one) => one.id === id)
  if (!known || !api) return { status: 'gone' } // forgotten, as with its account
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

/** The API knows nothing of this provider's purchases. */
class UnreportedOrderError extends Error {}
/**
 * Reads what the API said into the order as it is by then. @throws KitError answerInvalid for news
 * about another one
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
 * The provider's list of the account's transactions (api 9.1). @throws UntoldError where the API
 * has none
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
  const networkIds = kit.context.networks.map((one) => one.networkId)
  return (order) => readRows(order, data, { otherOrders: restoreOrders(kit), networkIds })
}

const isSame = (one: Order, b: Order) =>
  one.state === b.state && one.hash === b.hash && one.transactionId === b.transactionId

function refresh(kit: Kit, { networkId, address, purchase: { token } }: Order): void {
  // the code of the cache is there where anything was read that could be outdated
  refreshAccount(
    kit,
    formatAccountId(networkId, address),
    token === undefined ? [] : [`${networkId}:${token}`],
  ).catch(() => {})
}
