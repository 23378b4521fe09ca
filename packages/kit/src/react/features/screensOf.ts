import type { Kit } from '../../core/kit/kit.ts'
import type { Screens } from '../../core/kit/screens.ts'
import { failingGuard, featureOf, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'

/** Returns what the kit needs to know about the screens, once all manifests are loaded. */
export function screensOf(kit: Kit, known: LoadedFeatures): Extract<Screens, { status: 'there' }> {
  return {
    status: 'there',
    openable: known.features.flatMap(({ opens = [] }) => opens),
    options: known.options,
    needsAccount: (view) => !viewOf(known, view)?.needsNoAccount,
    blockingView: (account) => failingGuard(known, kit, account)?.view,
    opensWith: (view) => featureOf(known, view)?.opensWith?.(),
  }
}
