import type { Router } from '../../../modal/router.ts'
import type { Views } from '../../registry.ts'

/**
 * Stores the search and the chosen wallet in the stack, so that going back restores the position in
 * the list of all wallets.
 */
export function storePlace(
  { store }: Router<Views>,
  place: NonNullable<Views['AllWallets']>,
): void {
  store.setState(({ stack }) => ({
    stack: stack.map((route, index) =>
      index === stack.length - 1 && route.view === 'AllWallets'
        ? { ...route, params: place }
        : route,
    ),
  }))
}
