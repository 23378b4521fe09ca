import type { Kit } from '../../core/kit/kit.ts'
import { createManifests, loaded } from './manifests.ts'
import type { AnyFeature, Manifests } from './manifests.ts'
import { first } from './registry.ts'

// the cast drops the types of the screens' parameters, nothing else
const eager = first as readonly object[] as readonly AnyFeature[]

/** Loads the manifests of all features, also of features that a site has switched off. */
export async function fetchFeatures(): Promise<readonly AnyFeature[]> {
  const { later } = await import('./registry.lazy.ts')
  return [...eager, ...(later as readonly object[] as readonly AnyFeature[])] // cast as for `eager`
}

/** Returns the kit's features. The first call creates them. */
export function loadManifests(kit: Kit): Manifests {
  return (loaded(kit).manifests ??= createManifests(kit, eager, fetchFeatures))
}
