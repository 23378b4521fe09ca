import type { Router } from '../router/createRouter.ts'
import type { Views } from '../features/registry.ts'

/**
 * Creates the router for the list in the first pane. A choice in the list replaces all screens that
 * followed from an earlier choice. Choosing the same entry again leads back to its first screen.
 * @param markOrigin called after the stack has changed to another choice
 */
export function createListRouter(router: Router<Views>, markOrigin: () => void): Router<Views> {
  return {
    ...router,
    push(view, ...args) {
      const { stack } = router.store.getState()
      const [first, chosen, ...later] = stack
      if (!first) return
      if (chosen?.view === view && isSame(chosen.params, args[0])) {
        if (later.length > 0) router.returnTo(2, 'back')
        return
      }
      if (chosen) router.returnTo(1, 'none')
      router.push(view, ...args)
      if (router.store.getState().stack.length > 1) markOrigin()
    },
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
