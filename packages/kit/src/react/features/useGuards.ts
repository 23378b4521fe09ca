import { useLayoutEffect } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import { useKit } from '../hooks/useKit.ts'
import type { Route } from '../router/reducer.ts'
import type { Router } from '../router/createRouter.ts'
import { continueFlow } from './continueFlow.ts'
import { isAllowedBy, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * Continues the flow from the screen of a guard as soon as the guard allows the account, if it has
 * `continuesFlow`. This also works when another tab or the site opened it, and before the code of
 * that screen has loaded.
 */
export function useGuards(router: Router<Views>, route: Route<Views> | undefined): void {
  const kit = useKit()
  useLayoutEffect(() => {
    function check() {
      const { modal } = kit.getState()
      const account = accountOf(kit.getState())
      const names = [route?.view, router.store.getState().stack.at(-1)?.view]
      const guard = manifestsOf(kit)
        .store.getState()
        .features.flatMap(({ guards = [] }) => guards)
        .find(({ view }) => names.includes(view as keyof Views))
      if (modal.open && account && guard?.continuesFlow && isAllowedBy(kit, guard, account))
        continueFlow(kit, router)
    }
    check()
    return kit.subscribe(check)
  }, [kit, router, route])
}
