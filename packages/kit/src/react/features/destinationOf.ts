import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Route } from '../router/reducer.ts'
import { failingGuard, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * Returns the screen to show later, if another screen blocks it now: Connect, or the screen of a
 * guard. Returns undefined if nothing blocks it. The guards are known only after all manifests are
 * loaded, so until then every screen that needs an account is blocked.
 */
export function destinationOf(
  kit: Kit,
  known: LoadedFeatures,
  first: Route<Views>,
): Route<Views> | undefined {
  const account = accountOf(kit.getState())
  const isIn = account !== undefined && known.isComplete && !failingGuard(known, kit, account)
  return isIn || viewOf(known, first.view)?.needsNoAccount ? undefined : first
}
