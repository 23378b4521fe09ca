import type { Router } from '../modal/router.ts'
import type { Views } from '../features/registry.ts'

/** The router of the list: what is chosen there takes the place of all that followed from an earlier choice. Choosing the same again changes nothing. */
export function createListRouter(router: Router<Views>): Router<Views> {
  return {
    ...router,
    push(view, ...args) {
      const { stack } = router.store.getState()
      const [first, chosen] = stack
      if (!first || (chosen?.view === view && isSame(chosen.params, args[0]))) return
      if (chosen) router.store.setState({ stack: [first], direction: 'none' })
      router.push(view, ...args)
    },
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
