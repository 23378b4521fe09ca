import { useEffect, useState } from 'react'
import { kitError } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import { isFinished } from '../../../../core/contracts/order.ts'
import type { Order } from '../../../../core/contracts/order.ts'
import { startOrder } from '../../../../domains/onramp/order/startOrder.lazy.ts'
import { checkAgain, watchOrder } from '../../../../domains/onramp/order/watchOrder.lazy.ts'
import type { OrderProblem } from '../../../../domains/onramp/order/watchOrder.lazy.ts'
import { useOrders } from '../../../hooks/useOrders.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useRouter } from '../../router.ts'
import type { OnrampViews } from '../index.ts'
import {
  closeProviderWindow,
  isInThisTab,
  openProviderWindow,
  providerWindow,
} from '../providerWindow.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/**
 * The state of a purchase: starting, not started, or followed. `problem` is the reason why there is
 * no new state.
 */
export type Buying =
  | { status: 'starting' }
  | { status: 'failed'; error: KitError; retry: () => void }
  | { status: 'gone' }
  | { status: 'begun'; order: Order; problem: OrderProblem | undefined; checkAgain: () => void }

/**
 * Starts a purchase once, and follows it. Its id is stored with the screen in the stack, so that it
 * is not started twice. Leaving the screen during the start cancels it. Later the purchase
 * continues, and is in the list of purchases.
 */
export function useBuying(params: OnrampViews['BuyInProgress']): Buying {
  const kit = useKit()
  const { store, update } = useRouter()
  const orders = useOrders()
  const { quote, id } = params ?? {}
  const [error, setError] = useState<KitError>()
  const [problem, setProblem] = useState<OrderProblem>()
  const order =
    quote && id === undefined
      ? undefined
      : id === undefined
        ? (orders.find((order) => !isFinished(order)) ?? orders[0])
        : orders.find((order) => order.id === id)

  useEffect(() => {
    if (!quote || id !== undefined || error) return
    const controller = new AbortController()
    const { signal } = controller
    let isBegun = false
    const onStarted = (started: Order) => {
      if (signal.aborted) return
      isBegun = true
      const url = started.url ?? ''
      if (isInThisTab())
        location.assign(url) // `startOrder` has checked the URL
      else if (providerWindow(kit)?.closed === false) providerWindow(kit)?.location.replace(url)
      update('BuyInProgress', (params) =>
        params?.quote === quote ? { quote, id: started.id } : params,
      )
    }
    const failed = (cause: unknown) => {
      if (signal.aborted) return
      closeProviderWindow(kit)
      setError(KitError.is(cause) ? cause : kitError('somethingWrong', { cause }))
    }
    // StrictMode starts, stops and starts again: only the second start runs
    const cancel = contextOf(kit).clock.setTimeout(() => {
      startOrder(kit, { quote, signal, ...(isInThisTab() && { redirectUrl: location.href }) }).then(
        onStarted,
        failed,
      )
    }, 0)
    return () => {
      cancel()
      controller.abort()
      // StrictMode unmounts at once: the window then waits for the second start
      if (!isBegun)
        contextOf(kit).clock.setTimeout(
          () => providerWindow(kit) && isLeft() && closeProviderWindow(kit),
          0,
        )
    }
    function isLeft(): boolean {
      return (
        !store
          .getState()
          .stack.some((route) => route.view === 'BuyInProgress' && route.params?.quote === quote) ||
        !kit.getState().modal.open
      )
    }
  }, [kit, store, update, quote, id, error])

  const followedId = order && !isFinished(order) ? order.id : undefined
  useEffect(() => {
    setProblem(undefined)
    return followedId === undefined
      ? undefined
      : watchOrder(kit, { id: followedId, onTrouble: setProblem })
  }, [kit, followedId])

  function retry() {
    openProviderWindow(kit) // inside the press
    setError(undefined)
  }

  if (order) return { status: 'begun', order, problem, checkAgain: () => checkAgain(kit, order.id) }
  if (error) return { status: 'failed', error, retry }
  return { status: quote && id === undefined ? 'starting' : 'gone' }
}
