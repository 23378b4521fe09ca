import { useEffect, useState } from 'react'
import { readSubscription } from './bakeryServer.ts'
import type { Menu, Subscription } from './bakeryServer.ts'

/** Milliseconds between two reads. */
const pause = 2_000

/**
 * Returns the subscription of an account as the bakery knows it, again and again; null if it has
 * none, undefined until the bakery has answered. `set` shows an answer that the page got otherwise.
 */
export function useSubscription(
  menu: Menu,
  account: string | undefined,
): { subscription: Subscription | null | undefined; set: (subscription: Subscription) => void } {
  const [read, setRead] = useState<{ account: string; subscription: Subscription | null }>()
  useEffect(() => {
    if (account === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      if (!signal.aborted) timer = setTimeout(look, pause)
    }
    const look = () =>
      void readSubscription(menu, account, signal).then((subscription) => {
        if (!signal.aborted) setRead({ account, subscription })
        again()
      }, again)
    look()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [menu, account])
  return {
    subscription: read?.account === account ? read?.subscription : undefined,
    set: (subscription) => {
      if (account !== undefined) setRead({ account, subscription })
    },
  }
}
