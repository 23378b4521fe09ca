import type { Kit } from '../../core/kit.ts'
import { accountOf } from '../../core/state.ts'
import type { Route } from '../modal/router.ts'
import { gateBefore, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'
import type { Views } from './registry.ts'

/**
 * The screen that the visitor is led to once nothing blocks the modal's first screen any more;
 * undefined if nothing blocks it. The gates for a connected visitor are only known with all
 * manifests.
 */
export function destinationOf(
  kit: Kit,
  known: LoadedFeatures,
  first: Route<Views>,
): Route<Views> | undefined {
  const account = accountOf(kit.getState())
  const isIn = account !== undefined && known.isComplete && !gateBefore(known, kit, account)
  return isIn || viewOf(known, first.view)?.needsNoAccount ? undefined : first
}
