import type { Router } from '../../../router/createRouter.ts'
import type { Views } from '../../registry.ts'

/**
 * Stores the search and the chosen wallet in the screen's parameters, so that going back restores
 * the position in the list of all wallets.
 */
export function storePlace(router: Router<Views>, place: NonNullable<Views['AllWallets']>): void {
  if (router.store.getState().stack.at(-1)?.view === 'AllWallets')
    router.update('AllWallets', () => place)
}
