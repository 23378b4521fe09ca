import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Router } from '../router/createRouter.ts'
import { failingGuard, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'
import { home } from './routeFor.ts'

/**
 * Continues the flow once a wallet is connected or a guard allows the account:
 * - to the screen of the next guard
 * - else to the screen that the modal was opened for
 * - else the modal closes
 */
export function continueFlow(kit: Kit, router: Router<Views>): void {
  const account = accountOf(kit.getState())
  const known = manifestsOf(kit).store.getState()
  // the screen of a guard takes precedence over any other
  const guard = account && failingGuard(known, kit, account)
  if (guard) router.start(known.guards.get(guard.view) ?? home)
  else if (router.destination()) router.finish(home)
  else kit.close()
}
