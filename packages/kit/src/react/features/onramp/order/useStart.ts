import { useEffect, useState } from 'react'
import type { Order } from '../../../../core/contracts/order.ts'
import { kitError } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import { contextOf } from '../../../../core/kit/context.ts'
import { startOrder } from '../../../../domains/onramp/order/startOrder.lazy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useRouter } from '../../router.ts'
import type { OnrampViews } from '../index.ts'
import {
  closeProviderWindow,
  isInThisTab,
  openProviderWindow,
  providerWindow,
} from '../providerWindow.ts'

/**
 * Starts a purchase once, and shows the provider's page. The id of the purchase is stored in the
 * screen's parameters, so that it is not started twice. If the visitor leaves the screen during the
 * start, the start is cancelled. Call `retry` in a click handler, because browsers open windows
 * only there.
 */
export function useStart({ quote, id }: NonNullable<OnrampViews['BuyInProgress']>): {
  error: KitError | undefined
  retry: () => void
} {
  const kit = useKit()
  const { store, update } = useRouter()
  const [error, setError] = useState<KitError>()

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
    // StrictMode mounts, unmounts and mounts again. The delay lets only the second mount start.
    const cancel = contextOf(kit).clock.setTimeout(() => {
      startOrder(kit, { quote, signal, ...(isInThisTab() && { redirectUrl: location.href }) }).then(
        onStarted,
        failed,
      )
    }, 0)
    const isShown = () =>
      kit.getState().modal.open &&
      store
        .getState()
        .stack.some((route) => route.view === 'BuyInProgress' && route.params?.quote === quote)
    return () => {
      cancel()
      controller.abort()
      // The window is closed only if the screen does not return at once. StrictMode mounts it
      // again, and the second mount then uses the window.
      if (!isBegun)
        contextOf(kit).clock.setTimeout(
          () => providerWindow(kit) && !isShown() && closeProviderWindow(kit),
          0,
        )
    }
  }, [kit, store, update, quote, id, error])

  function retry() {
    openProviderWindow(kit)
    setError(undefined)
  }

  return { error, retry }
}
