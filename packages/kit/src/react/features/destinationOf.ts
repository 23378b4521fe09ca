import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Route } from '../router/reducer.ts'
import { failingGuard, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * The screen to show once no other screen blocks it. Undefined if none blocks it now. The guards of
 * a connected visitor are only known with all manifests.
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
