import type { Router } from '../modal/router.ts'
import type { Views } from '../features/registry.ts'

/**
 * The router of the list: what is chosen there takes the place of all that followed from an earlier
 * choice. Choosing the same again leads back to its first screen.
 * @param led called once another choice is gone to
 */
export function createListRouter(router: Router<Views>, led: () => void): Router<Views> {
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
      if (router.store.getState().stack.length > 1) led()
    },
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
