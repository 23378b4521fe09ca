import { useLayoutEffect } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import { useKit } from '../hooks/useKit.ts'
import type { Route } from '../router/reducer.ts'
import type { Router } from '../router/createRouter.ts'
import { continueFlow } from './continueFlow.ts'
import { isAllowedBy, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * If a guard has `continuesFlow`, its screen is left as soon as the guard allows the account. This
 * also works if another tab or the site has satisfied the guard, and while the screen's code is
 * still loading.
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
