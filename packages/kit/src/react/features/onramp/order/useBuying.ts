import { useEffect, useState } from 'react'
import type { KitError } from '../../../../core/errors/KitError.ts'
import { isFinished } from '../../../../core/contracts/order.ts'
import type { Order } from '../../../../core/contracts/order.ts'
import { checkAgain, watchOrder } from '../../../../domains/onramp/order/watchOrder.lazy.ts'
import type { OrderProblem } from '../../../../domains/onramp/order/watchOrder.lazy.ts'
import { useOrders } from '../../../hooks/useOrders.ts'
import { useKit } from '../../../hooks/useKit.ts'
import type { OnrampViews } from '../index.ts'
import { useStart } from './useStart.ts'

/**
 * The state of a purchase: being started, failed to start, not found, or started. `problem` is the
 * reason why the order's state could not be updated.
 */
export type Buying =
  | { status: 'starting' }
  | { status: 'failed'; error: KitError; retry: () => void }
  | { status: 'gone' }
  | { status: 'begun'; order: Order; problem: OrderProblem | undefined; checkAgain: () => void }

/**
 * Starts a purchase once, and follows its order. Once started, the purchase continues without this
 * screen and appears in the list of purchases.
 */
export function useBuying(params: OnrampViews['BuyInProgress']): Buying {
  const kit = useKit()
  const orders = useOrders()
  const { quote, id } = params ?? {}
  const { error, retry } = useStart({ quote, id })
  const [problem, setProblem] = useState<OrderProblem>()
  const isNew = quote !== undefined && id === undefined
  const order = isNew ? undefined : findOrder(orders, id)

  const followedId = order && !isFinished(order) ? order.id : undefined
  useEffect(() => {
    setProblem(undefined)
    return followedId === undefined
      ? undefined
      : watchOrder(kit, { id: followedId, onTrouble: setProblem })
  }, [kit, followedId])

  if (order) return { status: 'begun', order, problem, checkAgain: () => checkAgain(kit, order.id) }
  if (error) return { status: 'failed', error, retry }
  return { status: isNew ? 'starting' : 'gone' }
}

/**
 * Returns the order with an id. Without an id: the first unfinished order, or else the first order.
 */
const findOrder = (orders: readonly Order[], id: string | undefined): Order | undefined =>
  id === undefined
    ? (orders.find((order) => !isFinished(order)) ?? orders[0])
    : orders.find((order) => order.id === id)
