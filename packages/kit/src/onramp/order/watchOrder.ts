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
import { isOver } from '../../core/order.ts'
import type { Order } from '../../core/order.ts'
import { perKit } from '../../core/perKit.ts'
import { refreshAccount } from '../../core/refreshAccount.ts'
import { changeOrder, restoreOrders } from './orders.ts'
import { isFollowed } from './isFollowed.ts'
import { readNews } from './readNews.ts'
import { readRows } from './readRows.ts'

/**
 * What keeps the news of an order away: the API is out of reach, it tells of another order, there
 * was no news for three minutes, or the API does not know this provider's purchases. After the last
 * two nothing is asked any more.
 */
export type OrderTrouble = 'unreachable' | 'invalid' | 'slow' | 'untold'

/** The part of the page's document that says whether the page is visible. */
export type Sight = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** The order to follow, and callbacks for its changes. */
export type WatchOrder = {
  /** Of the order. */
  id: string
  /** Called with each change of the order. */
  onChange?: (order: Order) => void
  /** Called when the news stay away, and with undefined when they come again. */
  onTrouble?: (trouble: OrderTrouble | undefined) => void
}

type Listener = Omit<WatchOrder, 'id'>
/** The one who asks about an order, for all who want to know. */
type Watch = {
  listeners: Set<Listener>
  trouble: OrderTrouble | undefined
  again: () => void
  end: () => void
}

const watches = perKit(() => new Map<string, Watch>())
/** Looks without news after which nobody asks any more. */
const mostLooks = Math.ceil(times.onrampPatience / times.onrampLook)

/**
 * Follows an order of this browser to its end, every 4 s while the page is visible, until the
 * returned function is called; the kit's state `orders` has each change, and balances and history
 * are read again at its end. After three minutes without news it asks no more, until {@link
 * lookAgain}. Several may watch one order.
 */
export function watchOrder(
  kit: Kit,
  { id, ...listener }: WatchOrder,
  sight: Sight | undefined = globalThis.document,
): () => void {
  const order = restoreOrders(kit).find((one) => one.id === id)
  if (!order || isOver(order) || !isFollowed(order)) return () => {}
  const watch = watches(kit).get(id) ?? begin(kit, id, sight)
  watches(kit).set(id, watch)
  watch.listeners.add(listener)
  if (watch.trouble) listener.onTrouble?.(watch.trouble)
  return () => {
    watch.listeners.delete(listener)
    if (watch.listeners.size === 0) watch.end()
  }
}

/** Asks about an order at once, and for another three minutes. */
export function lookAgain(kit: Kit, id: string): void {
  watches(kit).get(id)?.again()
}

function begin(kit: Kit, id: string, sight: Sight | undefined): Watch {
  const { clock } = kit.context
  let looks = 0
  let cancel: () => void = () => {}
  let current: AbortController | undefined
  const watch: Watch = {
    listeners: new Set(),
    trouble: undefined,
    again() {
      looks = 0
      setTrouble(undefined)
      void look()
    },
    end() {
      watches(kit).delete(id)
      cancel()
      current?.abort()
      current = undefined
      sight?.removeEventListener('visibilitychange', onSight)
    },
  }

  const isEnded = () => watches(kit).get(id) !== watch
  function setTrouble(trouble: OrderTrouble | undefined): void {
    if (watch.trouble === trouble) return
    watch.trouble = trouble
    for (const { onTrouble } of watch.listeners) onTrouble?.(trouble)
  }

  async function look(): Promise<void> {
    cancel()
    if (current || sight?.visibilityState === 'hidden') return
    current = new AbortController()
    const { signal } = current
    looks += 1
    const outcome = await ask(kit, id, signal)
    current = undefined
    if (isEnded()) return
    if (outcome.status === 'gone') return watch.end()
    if (outcome.status === 'news') {
      looks = 0
      for (const { onChange } of watch.listeners) onChange?.(outcome.order)
    }
    if (outcome.status === 'failed' && outcome.trouble === 'untold') return setTrouble('untold')
    if (outcome.status === 'news' && isOver(outcome.order)) {
      setTrouble(undefined)
      return watch.end()
    }
    if (looks >= mostLooks) return setTrouble('slow')
    setTrouble(outcome.status === 'failed' ? outcome.trouble : undefined)
    cancel = clock.setTimeout(() => void look(), times.onrampLook)
  }

  const onSight = () => void (watch.trouble !== 'slow' && watch.trouble !== 'untold' && look())
  sight?.addEventListener('visibilitychange', onSight)
  cancel = clock.setTimeout(() => void look(), 0)
  return watch
}

type Outcome =
  | { status: 'news'; order: Order }
  | { status: 'none' | 'gone' }
  | { status: 'failed'; trouble: OrderTrouble }

/** Asks once, and remembers the news. */
async function ask(kit: Kit, id: string, signal: AbortSignal): Promise<Outcome> {
  const { api } = kit.context
  const known = restoreOrders(kit).find((one) => one.id === id)
  if (!known || !api) return { status: 'gone' } // forgotten, as with its account
  try {
    const read = await (known.orderId === undefined
      ? askList(kit, api, known, signal)
      : askState(api, known.orderId, signal))
    if (signal.aborted) return { status: 'none' }
    read(known)
    const order = changeOrder(kit, id, read)
    if (!order) return { status: 'gone' }
    if (isOver(order) && !isOver(known)) refresh(kit, order)
    return isSame(order, known) ? { status: 'none' } : { status: 'news', order }
  } catch (error) {
    return {
      status: 'failed',
      trouble:
        error instanceof UntoldError
          ? 'untold'
          : KitError.is(error, 'answerInvalid')
            ? 'invalid'
            : 'unreachable',
    }
  }
}

/** The API knows nothing of this provider's purchases. */
class UntoldError extends Error {}
/**
 * Reads what the API said into the order as it is by then. @throws KitError answerInvalid for news
 * about another one
 */
type Read = (order: Order) => Order

async function askState(api: ApiContext, orderId: string, signal: AbortSignal): Promise<Read> {
  const news = await callApi(api, onrampOrderState, { query: { orderId }, retries: 0, signal })
  return (order) => readNews(order, news)
}

/**
 * The provider's list of the account's transactions (api 9.1). @throws UntoldError where the API
 * has none
 */
async function askList(
  kit: Kit,
  api: ApiContext,
  { address, networkId }: Order,
  signal: AbortSignal,
): Promise<Read> {
  if (!isServedAddress(address, parseNetworkId(networkId).namespace)) throw new UntoldError()
  const { data } = await callApi(api, accountHistory, {
    query: { address, onramp: 'coinbase' },
    retries: 0,
    signal,
  }).catch((error: unknown) => {
    throw isRefused(error, 'onramp') ? new UntoldError() : error
  })
  const networkIds = kit.context.networks.map((one) => one.networkId)
  return (order) => readRows(order, data, { others: restoreOrders(kit), networkIds })
}

const isSame = (one: Order, other: Order) =>
  one.state === other.state && one.hash === other.hash && one.transactionId === other.transactionId

function refresh(kit: Kit, { networkId, address, purchase: { token } }: Order): void {
  // the code of the cache is there where anything was read that could be outdated
  refreshAccount(
    kit,
    formatAccountId(networkId, address),
    token === undefined ? [] : [`${networkId}:${token}`],
  ).catch(() => {})
}
