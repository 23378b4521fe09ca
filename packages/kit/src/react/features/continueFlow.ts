import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Router } from '../router/createRouter.ts'
import { failingGuard, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'
import { home } from './routeFor.ts'

/**
 * Continues after a wallet was connected, or after a guard has allowed the account. It opens the
 * first of these:
 * - the screen of the next guard that does not allow the account
 * - the screen for which the modal was opened
 *
 * If there is neither, it closes the modal.
 */
export function continueFlow(kit: Kit, router: Router<Views>): void {
  const account = accountOf(kit.getState())
  const known = manifestsOf(kit).store.getState()
  // a guard's screen comes before every other screen
  const guard = account && failingGuard(known, kit, account)
  if (guard) router.start(known.guards.get(guard.view) ?? home)
  else if (router.destination()) router.finish(home)
  else kit.close()
}
