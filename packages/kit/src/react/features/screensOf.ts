import type { Kit } from '../../core/kit/kit.ts'
import type { Screens } from '../../core/kit/screens.ts'
import { failingGuard, featureOf, viewOf } from './manifests.ts'
import type { LoadedFeatures } from './manifests.ts'

/** The facts about the screens that the kit needs, once all manifests are loaded. */
export function screensOf(kit: Kit, known: LoadedFeatures): Extract<Screens, { status: 'there' }> {
  const { features, options } = known
  return {
    status: 'there',
    openable: features.flatMap(({ opens = [] }) => opens),
    options,
    needsAccount: (view) => viewOf(known, view)?.needsNoAccount !== true,
    blockingView: (account) => failingGuard(known, kit, account)?.view,
    fetchParser: async (view) =>
      (await featureOf(known, view)?.opensWith?.())?.openingParsers[view],
  }
}
