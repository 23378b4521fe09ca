import type { Kit } from '../../core/kit/kit.ts'
import { fetchView } from './fetchView.ts'
import { manifestsOf } from './manifests.ts'
import type { AnyFeature } from './manifests.ts'
import type { Views } from './registry.ts'

export { prepareView } from './prepareView.ts'

/**
 * Loads the manifests of all features, and the code that a press will need: by each feature's
 * `prepare`, and that of its `nextViews`. An error is ignored: the press loads the code again.
 */
export async function prepareFeatures(kit: Kit): Promise<void> {
  const { store, complete } = manifestsOf(kit)
  const { features } = store.getState()
  const otherFeatures = complete().then(
    () => store.getState().features.filter((feature) => !features.includes(feature)),
    () => [],
  )
  prepareAll(kit, features)
  prepareAll(kit, await otherFeatures)
}

function prepareAll(kit: Kit, features: readonly AnyFeature[]): void {
  for (const { prepare, nextViews = () => [] } of features) {
    // the manifest's type has checked the names
    const views = nextViews(kit).map((name) => fetchView(kit, name as keyof Views))
    for (const code of [prepare?.(kit), ...views]) code?.catch(() => {}) // a press loads it again
  }
}
