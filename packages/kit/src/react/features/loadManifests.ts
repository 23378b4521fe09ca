import type { Kit } from '../../core/kit/kit.ts'
import { createManifests, loaded } from './manifests.ts'
import type { AnyFeature, Manifests } from './manifests.ts'
import { first } from './registry.ts'

// only drops the parameters' types
const eager = first as readonly object[] as readonly AnyFeature[]

/** Loads the manifests of all features, including those that a site has switched off. */
export async function fetchFeatures(): Promise<readonly AnyFeature[]> {
  const { later } = await import('./registry.lazy.ts')
  return [...eager, ...(later as readonly object[] as readonly AnyFeature[])] // see above
}

/** Gives a kit the features of the registry, once. */
export function loadManifests(kit: Kit): Manifests {
  return (loaded(kit).manifests ??= createManifests(kit, eager, fetchFeatures))
}
