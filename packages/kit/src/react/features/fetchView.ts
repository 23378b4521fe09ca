import type { Kit } from '../../core/kit/kit.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { applyTexts } from '../i18n/applyTexts.ts'
import type { AnyView } from '../panesOf.ts'
import { featureOf, manifestsOf } from './manifests.ts'
import type { Views } from './registry.ts'

/** The screens whose code {@link fetchView} has loaded: a press can show them in its own frame. */
export const fetchedViews = perKit(() => new Map<keyof Views, AnyView>())

/**
 * Loads the code of a screen, and the texts of all screens. It resolves to undefined if `name` was
 * unknown and only the manifests were loaded.
 */
export async function fetchView(
  kit: Kit,
  name: keyof Views | undefined,
): Promise<AnyView | undefined> {
  const { store, complete } = manifestsOf(kit)
  const feature = name && featureOf(store.getState(), name)
  const view = name && feature?.views[name]
  if (!view || !('load' in view)) return void (await complete())
  const [module] = await Promise.all([view.load(kit), applyTexts(kit)])
  const View = module.default as AnyView // features do not use React's types
  fetchedViews(kit).set(name, View)
  return View
}
