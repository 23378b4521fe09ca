import type { Kit } from '../../core/kit.ts'
import type { Screens } from '../../core/screens.ts'
import { gateBefore, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'

/** The facts that the kit gets about its screens, once all manifests are loaded. */
export function screensOf(kit: Kit, known: LoadedFeatures): Extract<Screens, { status: 'there' }> {
  const { features, options } = known
  return {
    status: 'there',
    openable: features.flatMap(({ opens = [] }) => opens),
    options,
    needsAccount: (view) => viewOf(known, view)?.needsNoAccount !== true,
    blockingView: (account) => gateBefore(known, kit, account)?.view,
  }
}
