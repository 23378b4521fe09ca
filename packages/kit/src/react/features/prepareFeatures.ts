import type { Kit } from '../../core/kit/kit.ts'
import { manifestsOf } from './manifests.ts'
import type { AnyFeature } from './manifests.ts'

/**
 * Loads the manifests of all features, and calls each feature's `prepare`, which loads the code
 * that a press will need. An error is ignored: the press loads the code again.
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
  for (const { prepare } of features) prepare?.(kit).catch(() => {}) // a press loads it again
}
