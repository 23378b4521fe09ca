import type { Kit } from '../../core/kit.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import { manifestsOf } from './manifests.ts'
import type { AnyFeature } from './manifests.ts'

/** Fetches the manifests of all features, and what a press will need of each, as soon as its manifest is there. What does not come is asked for again then. */
export async function prepareFeatures(kit: Kit): Promise<void> {
  const { store, complete } = manifestsOf(kit)
  const { features } = store.getState()
  const others = complete().then(() => store.getState().features.filter((feature) => !features.includes(feature)), () => [])
  prepareAll(kit, features)
  prepareAll(kit, await others)
}

function prepareAll(kit: Kit, features: readonly AnyFeature[]): void {
  for (const { prepare, texts } of features) if (prepare) void Promise.allSettled([prepare(kit), texts && applyTexts(kit, texts)])
}
