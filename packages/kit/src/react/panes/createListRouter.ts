import type { Router } from '../modal/router.ts'
import type { Views } from '../features/registry.ts'

/**
 * The router of the list: what is chosen there takes the place of all that followed from an earlier
 * choice. Choosing the same again leads back to its first screen.
 * @param markOrigin called once another choice is gone to
 */
export function createListRouter(router: Router<Views>, markOrigin: () => void): Router<Views> {
  return {
    ...router,
    push(view, ...args) {
      const { stack } = router.store.getState()
      const [first, chosen, ...later] = stack
      if (!first) return
      if (chosen?.view === view && isSame(chosen.params, args[0])) {
        if (later.length > 0) router.store.setState({ stack: [first, chosen], direction: 'back' })
        return
      }
      if (chosen) router.store.setState({ stack: [first], direction: 'none' })
      router.push(view, ...args)
      if (router.store.getState().stack.length > 1) markOrigin()
    },
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
