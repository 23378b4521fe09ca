import { useLayoutEffect } from 'react'
import { accountOf } from '../../core/state.ts'
import { useKit } from '../hooks/useKit.ts'
import type { Route, Router } from '../modal/router.ts'
import { continueFlow } from './continueFlow.ts'
import { isLetIn, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * Leads on from the screen of a gate as soon as the gate lets in, if it is one that `leadsOn`: also
 * when another tab or the site itself opened it, and before the code of that screen has loaded.
 */
export function useGates(router: Router<Views>, route: Route<Views> | undefined): void {
  const kit = useKit()
  useLayoutEffect(() => {
    function look() {
      const { modal } = kit.getState()
      const account = accountOf(kit.getState())
      const names = [route?.view, router.store.getState().stack.at(-1)?.view]
      const gate = manifestsOf(kit)
        .store.getState()
        .features.flatMap(({ gates = [] }) => gates)
        .find(({ view }) => names.includes(view as keyof Views))
      if (modal.open && account && gate?.continuesFlow && isLetIn(kit, gate, account))
        continueFlow(kit, router)
    }
    look()
    return kit.subscribe(look)
  }, [kit, router, route])
}
