import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { painted } from '../../core/page/painted.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { fetchView, fetchedViews } from '../features/fetchView.ts'
import { viewOf } from '../features/manifests.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import type { LoadedFeatures } from '../features/manifests.ts'
import type { Views } from '../features/registry.ts'
import type { AnyView, Shown } from '../panesOf.ts'
import type { Route } from '../router/reducer.ts'

/**
 * Keeps the current screen until the code and the texts of the next screen are loaded, so that the
 * card does not flash. A screen of an earlier opening, or one that was prerendered while the modal
 * was closed, is not kept. `route` is undefined while the screen depends on manifests that are not
 * loaded yet.
 */
export function useShown(
  kit: Kit,
  known: LoadedFeatures,
  route: Route<Views> | undefined,
  request: number,
  isOpen: boolean,
): [shown: Shown | undefined, retry: () => void] {
  const fetched = fetchedViews(kit)
  const last = useRef<Shown>(undefined)
  const [, setLoaded] = useState<Shown>()
  const [attempt, setAttempt] = useState(0)
  const view = route && viewOf(known, route.view)
  // features do not use React's types, so the screen gets its React type here
  const ready = route && (view && 'View' in view ? (view.View as AnyView) : fetched.get(route.view))
  const current = useMemo(
    () => (ready && route ? { request, route, View: ready } : undefined),
    [request, route, ready],
  )
  useEffect(() => {
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
    }
    if (current) {
      if (!isOpen) return
      last.current = current
      applyTexts(kit).catch(() => {}) // a language whose texts failed to load is loaded again
      // after its frame, which the followers of the state would delay
      painted().then(() => {
        if (!isCancelled) kit.store.setState({ shown: { request, view: current.route.view } })
      })
      return cancel
    }
    /** Draws a screen. It is kept if the modal is open; otherwise it is only prerendered. */
    const setLast = (next: Shown) => {
      if (isOpen) last.current = next
      setLoaded(next)
    }
    fetchView(kit, route?.view).then(
      (View) => {
        // without `View`, only manifests were loaded; the next render then has a route
        if (View && route && !isCancelled) setLast({ request, route, View })
      },
      // the code failed to load; the card shows the error
      () => !isCancelled && setLast({ request, route: route ?? unknown, View: undefined }),
    )
    return cancel
  }, [kit, request, route, current, attempt, isOpen])
  const retry = useCallback(() => setAttempt((now) => now + 1), [setAttempt])
  const kept = last.current?.request === request ? last.current : undefined
  return [current ?? kept, retry]
}

/** Stands for a screen whose manifest is not loaded yet. */
const unknown: Route<Views> = { view: 'Loading', params: undefined }
