import { useLayoutEffect } from 'react'
import { readyView } from '../features/fetchView.ts'
import { manifestsOf } from '../features/manifests.ts'
import type { Views } from '../features/registry.ts'
import { useKit } from '../hooks/useKit.ts'
import type { Router } from '../router/createRouter.ts'

/**
 * Takes the focus from the pressed control just before the next screen replaces it. React looks for
 * a focus that was lost with a removed control, and measures the whole page for it; the next screen
 * takes the focus anyway. The control keeps the focus while the next screen's code is loading.
 * @param isOn false if the pressed control stays, in a modal of two panes
 */
export function useReleasedFocus(router: Router<Views>, isOn: boolean): void {
  const kit = useKit()
  useLayoutEffect(() => {
    if (!isOn) return
    return router.store.subscribe(({ stack }, { stack: before }) => {
      const [now, last] = [stack.at(-1), before.at(-1)]
      if (!now || (now.view === last?.view && now.visit === last.visit)) return
      if (readyView(kit, manifestsOf(kit).store.getState(), now.view)) release()
    })
  }, [kit, router, isOn])
}

/** Takes the focus from a control of a screen. */
function release(): void {
  const focused = document.activeElement?.shadowRoot?.activeElement
  if (focused instanceof HTMLElement && focused.closest('.screen')) focused.blur()
}
