import { facetOf } from '../../core/accounts/facetOf.ts'
import type { FacetName } from '../../core/contracts/facets/facets.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { whenIdle } from '../../core/page/whenIdle.ts'
import { fetchView, fetchedViews } from './fetchView.ts'
import { featureOf, isOffered, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'
import { home } from './routeFor.ts'

/** The facets that screens use beside those that their features need. A chain may lack them. */
const moreFacets: { readonly [view: string]: readonly FacetName[] | undefined } = {
  Transaction: ['transactions'],
}

/**
 * Loads the code of the screens that a press on a screen will probably open: those of its feature,
 * its `nextViews`, and on the account's screen those of the actions, each with the code of the
 * current chain that it needs. Each is loaded when the browser is idle, so that no press has to
 * wait for all of them. Nothing is loaded for a screen that needs no account. An error is ignored:
 * the press loads the code again.
 * @param signal stops it when another screen is shown
 */
export async function prepareView(kit: Kit, name: string, signal: AbortSignal): Promise<void> {
  const { store, complete } = manifestsOf(kit)
  await complete().catch(() => {})
  const { features } = store.getState()
  const feature = featureOf(store.getState(), name)
  const view = feature?.views[name]
  if (!view || view.needsNoAccount) return
  const facets = new Set<FacetName>()
  const actions = features.flatMap(({ accountActions = [] }) => accountActions)
  for (const next of [
    ...(name === home.view ? actions.map(({ view: opened }) => opened) : []),
    ...(view.nextViews ?? []),
    ...Object.keys(feature.views),
  ]) {
    const nextName = next as keyof Views // `fetchView` loads nothing for an unknown name
    if (!isOffered(kit, store.getState(), next) || fetchedViews(kit).has(nextName)) continue
    await whenIdle()
    if (signal.aborted) return
    await fetchView(kit, nextName).catch(() => {})
    const owner = featureOf(store.getState(), next)
    for (const facet of [...(owner?.needs ?? []), ...(moreFacets[next] ?? [])]) {
      if (facets.has(facet)) continue
      facets.add(facet)
      await facetOf(kit, undefined, facet).catch(() => {})
    }
  }
}
