import type { Kit } from '../../core/kit.ts'
import { accountOf } from '../../core/state.ts'
import type { Router } from '../modal/router.ts'
import { gateBefore, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'
import { home } from './routeFor.ts'

/**
 * Leads on once a wallet is connected or a gate lets in: to the screen of the next gate, or to the
 * screen that the modal was opened for; if there is none, the modal closes.
 */
export function continueFlow(kit: Kit, router: Router<Views>): void {
  const account = accountOf(kit.getState())
  const known = manifestsOf(kit).store.getState()
  // the screen of a gate takes precedence over any other
  const gate = account && gateBefore(known, kit, account)
  if (gate) router.start(known.gates.get(gate.view) ?? home)
  else if (router.destination()) router.finish(home)
  else kit.close()
}
